import { escapeAdvice, quoteBackslashes, shorten, toEscapeMessage } from '../text-line.ts';
import { type ExplainToml, pairStart, quote, showPair, syntaxProblem, withoutComment } from './toml-mistake.ts';

const missingHint = 'Put text in quotes';

/** `id = good` */
export const explainBareText: ExplainToml = ({ kind, before, after, sign, offset, openers }) => {
  const isInBrackets = openers.length > 0;
  const isValue = /[=[,]\s*$/.test(before) || (isInBrackets && before.trim() === '');
  if (kind !== 'character' || !isValue || sign === '') return undefined;
  const raw = isInBrackets ? (/^[^,\]}]*/.exec(after)?.[0] ?? '') : after;
  const value = withoutComment(raw);
  const message = `A value cannot start with "${sign}".`;
  if (/^(?:true|false)$/i.test(value)) {
    const shown = showPair(before, value.toLowerCase(), (word) => word);
    return syntaxProblem(offset, message, `Write it in lowercase: ${shown}`);
  }
  const curly = /^[“”„‘’](.*?)[“”‘’]?$/.exec(value)?.[1];
  if (curly !== undefined) return syntaxProblem(offset, message, `Use straight quotes: ${showPair(before, curly)}`);
  return syntaxProblem(offset, message, `${missingHint}: ${showPair(before, value)}`);
};

/** A character in place of a value: `a == 1`, `[1,,2]`, `.5` */
export const explainSignForValue: ExplainToml = ({ kind, before, after, sign, offset, openers }) => {
  if (kind !== 'token' || (openers.length === 0 && !/=\s*$/.test(before))) return undefined;
  const message = `Expected a ${/[{,]\s*$/.test(before) && openers.at(-1)?.sign === '{' ? 'key' : 'value'}, got "${sign}".`;
  const number = /^\.\d+/.exec(after)?.[0];
  if (number === undefined) return syntaxProblem(offset, message, 'Remove it.');
  return syntaxProblem(offset, message, `Write a 0 before the dot: ${showPair(before, `0${number}`, (word) => word)}`);
};

/** Text after a value: `id = 5 apples`, `id = 'it's me'`, `a = 1 b = 2`, `a = 1;` */
export const explainAfterValue: ExplainToml = ({ kind, line, before, after, sign, offset, openers }) => {
  const isAfter = kind === 'after-value' || (kind === 'character' && /=.*\S/.test(before) && openers.length === 0);
  if (!isAfter || sign === '') return undefined;
  const message = `Unexpected "${sign}" after the value.`;
  if (after.startsWith('//')) return syntaxProblem(offset, message, 'Start a comment with #, not with //.');
  if (/^[,;\]}]\s*(?:#.*)?$/.test(after)) return syntaxProblem(offset, message, 'Remove it.');
  if (/^(?:[\w.-]+|"[^"]*")\s*=/.test(after)) {
    const pair = shorten(withoutComment(after));
    return syntaxProblem(offset, 'There are two keys on this line.', `Put the second one on its own line: ${pair}`);
  }
  const [, lead, value] = /^(\s*(?:[\w.-]+|"[^"]*"|'[^']*')\s*=\s*)(\S.*)$/.exec(line.text) ?? [];
  if (lead === undefined || value === undefined || /^(?:"""|''')/.test(value)) {
    return syntaxProblem(offset, message, 'Remove it, or put all of the text inside the quotes.');
  }
  return syntaxProblem(offset, message, `${missingHint}: ${showPair(lead, unquote(withoutComment(value)))}`);
};

/** An incomplete value: `a = -`, `a = 12:3` */
export const explainBrokenNumber: ExplainToml = ({ kind, line, before, sign }) => {
  const [, lead = '', start] = /^(.*[=[,]\s*)([-+\d][^\s,\]}]*)$/.exec(before) ?? [];
  if (kind !== 'character' || start === undefined || sign === ';') return undefined;
  const value = /^[^\s,\]}#]*/.exec(line.text.slice(lead.length))?.[0] ?? start;
  const message = `${quote(shorten(value, 40))} is not a number, a date or a time.`;
  return syntaxProblem(line.start + lead.length, message, `${missingHint}: ${showPair(lead, value)}`);
};

/** `id = "C:\data"`, `id = "\u12"` */
export const explainTomlEscape: ExplainToml = ({ kind, line, offset, text }) => {
  if (kind !== 'escape') return undefined;
  const at = Math.max(line.start, text.lastIndexOf('\\', offset));
  const [sign = ''] = text.slice(at + 1, at + 3);
  const message = sign.trim() === '' ? 'The backslash here escapes nothing.' : toEscapeMessage(sign);
  const [, lead, inner] = /^([^"]*=\s*)"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/.exec(line.text) ?? [];
  if (lead === undefined || inner === undefined || !pairStart.test(lead))
    return syntaxProblem(at, message, `${escapeAdvice}.`);
  return syntaxProblem(at, message, `${escapeAdvice}: ${showPair(lead, inner, quoteBackslashes)}`);
};

function unquote(value: string): string {
  const [sign = ''] = value;
  const isQuoted = (sign === '"' || sign === "'") && value.length > 1 && value.endsWith(sign);
  return isQuoted ? value.slice(1, -1).replaceAll('\\"', '"') : value;
}
