import type { ParseError } from 'toml-eslint-parser';
import type { OffsetProblem } from '../placed-data.ts';
import { lineAt, shorten, toSentence } from '../text-line.ts';
import {
  explainBadInlineKey,
  explainBadKey,
  explainBadName,
  explainColon,
  explainDuplicate,
  explainNoEquals,
  explainNoValue,
} from './toml-keys.ts';
import { type ExplainToml, syntaxProblem, type TomlKind, toTomlMistake, withoutComment } from './toml-mistake.ts';
import {
  explainAfterValue,
  explainBareText,
  explainBrokenNumber,
  explainSignForValue,
  explainTomlEscape,
} from './toml-values.ts';

/** Maximum text below an open quote to search for its end. */
const belowLimit = 2000;

const explainOpenQuote: ExplainToml = ({ kind, text, openers }) => {
  const opener = openers.at(-1);
  if (kind !== 'open-quote' || opener === undefined) return undefined;
  const line = lineAt(text, opener.offset);
  const isSingle = opener.sign.length === 1;
  if (isSingle && isClosedBelow(text.slice(line.end, line.end + belowLimit), opener.sign)) {
    const hint = `Use three quotes for text over several lines: ${opener.sign.repeat(3)}`;
    return syntaxProblem(opener.offset, 'Text in single or double quotes must be on one line.', hint);
  }
  const isValue = isSingle && openers.length === 1;
  const hint = isValue ? `Close it: ${shorten(line.text.trim())}${opener.sign}` : `Close it with ${opener.sign}`;
  return syntaxProblem(opener.offset, 'This quote is never closed.', hint);
};

/** Whether an unpaired quote follows before the next key or table. */
function isClosedBelow(below: string, sign: string): boolean {
  const next = below.split('\n').find((line) => line.includes(sign) || statement.test(line));
  return next !== undefined && !statement.test(next) && next.split(sign).length % 2 === 0;
}

const statement = /^\s*(?:[\w.-]+\s*=|\[+[\w.-]+\]+\s*$)/;

/** The parser continues after an open bracket, and fails at the next key or the end of the file. */
const explainOpenBracket: ExplainToml = ({ kind, text, offset, line, sign, openers }) => {
  const earlier = openers.filter((open) => open.offset < line.start);
  const isNext = earlier.length > 0 && isNextStatement(line.text, lineAt(text, earlier.at(-1)?.offset ?? 0).text);
  const open = isNext ? earlier : openers;
  const opener = open.at(-1);
  if (opener === undefined || (opener.sign !== '[' && opener.sign !== '{')) return undefined;
  const closer = opener.sign === '[' ? ']' : '}';
  const isWrongCloser = (sign === ']' || sign === '}') && sign !== closer;
  const isEnd = kind === 'line-break' || (text.slice(offset).trim() === '' && kind !== 'no-equals');
  if (kind !== 'open-bracket' && !isEnd && !isNext && !isWrongCloser) return undefined;
  const shown = withoutComment(lineAt(text, opener.offset).text);
  const isWhole = open.length === 1 && !isWrongCloser && !/[,[{]$/.test(shown);
  const hint = isWhole ? `Close it: ${closeWith(shown, closer)}` : `Close it with ${closer}`;
  return syntaxProblem(opener.offset, `This ${opener.sign} is never closed.`, hint);
};

/** Whether a line starts a key or table, and is not indented deeper than the line with the bracket. */
function isNextStatement(line: string, opening: string): boolean {
  return toIndent(line) <= toIndent(opening) && statement.test(line);
}

function toIndent(line: string): number {
  return line.length - line.trimStart().length;
}

function closeWith(shown: string, closer: string): string {
  return `${shorten(shown)}${closer === '}' ? ' ' : ''}${closer}`;
}

const explainNoComma: ExplainToml = ({ kind, before, sign, offset }) => {
  if (kind !== 'no-comma') return undefined;
  const quote = /["']$/.exec(before)?.[0];
  if (quote !== undefined) {
    const hint = quote === '"' ? 'Write a quote inside the text as \\".' : 'Put the text in double quotes.';
    return syntaxProblem(offset, 'Unexpected text after the closing quote.', hint);
  }
  const what = sign === '"' || sign === "'" ? 'this text' : `"${sign}"`;
  return syntaxProblem(offset, `A comma is missing before ${what}.`, 'Put commas between the items.');
};

/** `{ content = "say "hi"" }`, or any other unexpected character */
const explainStraySign: ExplainToml = ({ kind, sign, offset, openers }) => {
  if ((kind !== 'character' && kind !== 'token') || sign === '') return undefined;
  const hint = openers.length > 0 ? 'Put a comma between items, and write a quote inside text as \\".' : genericHint;
  return syntaxProblem(offset, `Unexpected "${sign}".`, hint);
};

const genericHint = 'Check this line and the one above for a missing quote, bracket, comma or equals sign.';

/** Mistakes that need only a sentence. */
const sentences: { readonly [kind in TomlKind]?: readonly [message: string, hint: string] } = {
  'empty-name': ['The brackets are empty.', 'Add a name: [name]'],
  control: ['TOML does not allow this control character.', 'Remove it.'],
  underscore: ['In a number, an underscore must be between two digits.', 'Remove it, or put text in quotes.'],
  space: ['No space is allowed between the brackets.', 'Write [[ and ]] without a space.'],
  quotes: ['There are too many quotes in a row.', 'Close the text with three quotes, no more.'],
  date: ['There is no such date.', 'Write the date as 2025-12-31, or put text in quotes.'],
  time: ['There is no such time.', 'Write the time as 23:59:00, or put text in quotes.'],
  zero: ['A number cannot start with a 0.', 'Remove the 0, or put text in quotes.'],
  dot: ['A dot in a key needs a name before and after it.', 'Remove the dot, or put the key in quotes.'],
};

/** From certain to likely. The first match counts. */
const explanations: readonly ExplainToml[] = [
  explainOpenQuote,
  explainTomlEscape,
  explainDuplicate,
  explainBadName,
  explainOpenBracket,
  explainColon,
  explainNoValue,
  explainNoEquals,
  explainNoComma,
  explainBadInlineKey,
  explainBareText,
  explainSignForValue,
  explainBrokenNumber,
  explainAfterValue,
  explainBadKey,
  explainStraySign,
];

/** Explains a syntax error in plain words, at the place to fix. */
export function explainToml(text: string, { message, index }: ParseError): OffsetProblem {
  const mistake = toTomlMistake(text, message, index);
  const isControl = mistake.kind === 'other' && mistake.sign !== '' && mistake.sign < ' ';
  const [sentence, advice] = sentences[isControl ? 'control' : mistake.kind] ?? [];
  if (sentence !== undefined && advice !== undefined) return syntaxProblem(index, sentence, advice);
  for (const explain of explanations) {
    const explained = explain(mistake);
    if (explained !== undefined) return explained;
  }
  return syntaxProblem(index, toSentence(message), genericHint);
}
