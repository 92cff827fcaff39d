import { lineAt, shorten, toSpaces } from '../text-line.ts';
import { isText, showWith, toYamlLine } from './yaml-line.ts';
import type { Explain } from './yaml-mistake.ts';
import { closerOf } from './yaml-openers.ts';
import { toSignMessage } from './yaml-quotes.ts';

/** The parser points at the end of the file or line; the mistake is where the quote opens. */
export const explainOpenQuote: Explain = ({ text, code, line, column, openers: { quote } }) => {
  if (code !== 'MISSING_CHAR' || quote === undefined) return undefined;
  const at = { code: 'YAML_SYNTAX', offset: quote.offset } as const;
  if (column < 0 && isText(line)) {
    const message = 'The lines of a quoted text must be indented.';
    return { ...at, message, hint: 'Indent the next line, or write | after the key and the text below it.' };
  }
  const opening = toYamlLine(lineAt(text, quote.offset));
  const isValue = quote.offset === opening.start + opening.valueAt;
  const shown = isValue ? showWith(opening, opening.value, (value) => value + quote.sign) : undefined;
  const hint = shown === undefined ? `Close it with ${quote.sign}` : `Close it: ${shown}`;
  return { ...at, message: 'This quote is never closed.', hint };
};

export const explainOpenBracket: Explain = ({ text, code, line, openers: { brackets, isCutOff } }) => {
  const opener = brackets.at(-1);
  if (opener === undefined) return undefined;
  const at = { code: 'YAML_SYNTAX', offset: opener.offset } as const;
  const opening = toYamlLine(lineAt(text, opener.offset));
  const isBeforeItem = line.start > opening.start && line.dashes.length > 0;
  const isEnd = isCutOff && (code === 'BAD_INDENT' || code === 'MISSING_CHAR');
  if (!isEnd && !isBeforeItem) return undefined;
  const closer = closerOf(opener.sign);
  const goesOn = line.start > opening.start && line.key === undefined && line.dashes.length === 0 && line.value !== '';
  if (goesOn) {
    const message = `The lines between this ${opener.sign} and its ${closer} are not indented.`;
    return { ...at, message, hint: `Indent them, and the ${closer}, by ${toSpaces(opening.contentAt + 2)}.` };
  }
  const message = `This ${opener.sign} is never closed.`;
  const isValue = opener.offset === opening.start + opening.valueAt && !/[,{[]$/.test(opening.value);
  const shown = isValue ? showWith(opening, opening.value, (value) => value + closer) : undefined;
  if (shown === undefined) return { ...at, message, hint: `Close it with ${closer}` };
  return { ...at, message, hint: `If it is text, put it in quotes. Otherwise, close it: ${shown}` };
};

/** Mistakes inside `[ ]` and `{ }`, where lines and indentation mean nothing. */
export const explainInBrackets: Explain = ({ text, code, offset, openers: { brackets } }) => {
  if (brackets.length === 0) return undefined;
  const { sign = '' } = brackets.at(-1) ?? {};
  const inside = `inside ${sign} ${closerOf(sign)}`;
  if (code === 'BAD_SCALAR_START') {
    const value = /^[^\s,[\]{}]*/.exec(text.slice(offset, offset + 200))?.[0] ?? '';
    const message = toSignMessage(value.slice(0, 1));
    const hint = `Put the value in quotes: ${JSON.stringify(shorten(value))}`;
    return { code: 'YAML_NEEDS_QUOTES', message, hint, offset };
  }
  if (text[offset] === ',') {
    return { code: 'YAML_SYNTAX', message: `There is an extra comma ${inside}.`, hint: 'Remove it.', offset };
  }
  const message = `A comma is missing ${inside}, or text there needs quotes.`;
  const hint = "Put commas between the items, and quotes around text that contains a character such as : or '.";
  return { code: 'YAML_SYNTAX', message, hint, offset };
};

/** A `]` or `}` too many. */
export const explainCloser: Explain = ({ text, code, offset, line, column }) => {
  const sign = text[offset] ?? '';
  if (code !== 'UNEXPECTED_TOKEN' || (sign !== ']' && sign !== '}') || column <= line.valueAt) return undefined;
  const shown = showWith(line, line.value, (value) => JSON.stringify(value));
  const hint = shown === undefined ? 'Remove it.' : `Remove it, or put text in quotes: ${shown}`;
  return { code: 'YAML_SYNTAX', message: `This ${sign} closes nothing.`, hint, offset };
};
