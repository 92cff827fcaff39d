import { findLineAbove, lineAt, shorten, type TextLine } from '../text-line.ts';
import { type ExplainToml, quote, syntaxProblem, withoutComment } from './toml-mistake.ts';

const bareKey = /^[\w.-]+$/;

/** `role: "user"` */
export const explainColon: ExplainToml = ({ sign, before, after, offset }) => {
  const key = /(?:^|[{,])\s*([\w.-]+|"[^"]*"|'[^']*')\s*$/.exec(before)?.[1];
  if (sign !== ':' || key === undefined) return undefined;
  const value = shorten(withoutComment(/^:\s*("[^"]*"|'[^']*'|[^,}\][{]*)/.exec(after)?.[1] ?? ''), 50) || '…';
  const isReady = /^(?:["'[{\d…]|true$|false$)/.test(value);
  const name = shorten(key, 50);
  const hint = `Write ${name} = ${isReady ? value : quote(value)}, not ${name}: ${value}.`;
  return syntaxProblem(offset, 'Expected "=", got ":".', hint);
};

/** `key`, or `key =`, and nothing else */
export const explainNoValue: ExplainToml = ({ kind, text, line, before, sign, openers }) => {
  if (!['no-equals', 'no-value', 'line-break', 'character', 'token'].includes(kind)) return undefined;
  const isLater = before.trim() === '' && kind !== 'token';
  const own = isLater
    ? findStatement(text, line)
    : sign === '' || /[,}#]/.test(sign)
      ? { ...line, text: before }
      : undefined;
  const match = own === undefined ? null : /((?:^|[{,])\s*)([\w.-]+|"[^"]*"|'[^']*')\s*=?\s*(?:#.*)?$/.exec(own.text);
  if (own === undefined || match === null) return undefined;
  const [, lead = '', key = ''] = match;
  // A list item needs no key.
  if (openers.at(-1)?.sign === '[' && !own.text.includes('=')) return undefined;
  const message = `The key "${shorten(key.replace(/^["']|["']$/g, ''), 60)}" has no value.`;
  const hint = `Write it on one line: ${shorten(key, 60)} = "text"`;
  return syntaxProblem(own.start + match.index + lead.length, message, hint);
};

/** The nearest line above that is not blank. */
function findStatement(text: string, line: TextLine): TextLine | undefined {
  let above = findLineAbove(text, line);
  while (above !== undefined && /^\s*(?:#|$)/.test(above.text)) above = findLineAbove(text, above);
  return above;
}

/** `my key = 1`, `- item`, `key value` */
export const explainNoEquals: ExplainToml = ({ kind, line, before, after, offset }) => {
  if (kind !== 'no-equals' || after === '') return undefined;
  if (/^\s*-\s/.test(before)) {
    const hint = `Write the list in brackets: key = [${quote(shorten(withoutComment(after), 60))}]`;
    return syntaxProblem(line.start + before.indexOf('-'), 'TOML lists do not use dashes.', hint);
  }
  const [key, value] = splitPair(line.text);
  if (key !== undefined && value !== undefined && !bareKey.test(key)) {
    const hint = `Put the key in quotes: ${quote(shorten(key, 60))} = ${shorten(value, 60)}`;
    return syntaxProblem(offset, 'A key that contains a space needs quotes.', hint);
  }
  const name = shorten(before.trim(), 60);
  const message = `"=" is missing after the key.`;
  const isShown = /^[\w.-]+$/.test(name) && !after.includes('=');
  const given = withoutComment(after);
  const shown = /^["'[{\d]/.test(given) ? shorten(given, 60) : quote(shorten(given, 60));
  return syntaxProblem(offset, message, isShown ? `Write: ${name} = ${shown}` : 'Write it as key = value.');
};

/** Splits a line into key and value. The key may be anything except quoted. */
function splitPair(text: string): readonly [key?: string, value?: string] {
  const [, key, value] = /^([^="'[\]{},]*)=\s*(\S.*)$/.exec(text) ?? [];
  return key === undefined || value === undefined ? [] : [key.trim(), value];
}

/** `[my table]` */
export const explainBadName: ExplainToml = ({ kind, before, sign, offset, line, openers }) => {
  if (openers.some((opener) => opener.offset < line.start)) return undefined;
  const isName = /^\s*\[\[?[^\]=]*$/.test(before) && sign !== '';
  if ((kind !== 'character' && kind !== 'open-bracket') || !isName) return undefined;
  const what = sign.trim() === '' || /[\w"']/.test(sign) ? 'a space' : `"${sign}"`;
  return syntaxProblem(offset, `A table name cannot contain ${what} without quotes.`, 'Put the name in quotes.');
};

/** `{ é = 1 }` */
export const explainBadInlineKey: ExplainToml = ({ kind, before, sign, offset, openers }) => {
  const isKey = openers.at(-1)?.sign === '{' && /[{,]\s*[\w.-]*$/.test(before);
  if (kind !== 'character' || !isKey || sign === '') return undefined;
  return syntaxProblem(offset, `A key cannot contain "${sign}" without quotes.`, 'Put the key in quotes.');
};

/** `é = 1`, `= 1`, `// comment` */
export const explainBadKey: ExplainToml = ({ kind, text, line, before, after, sign, offset, openers }) => {
  if ((kind !== 'character' && kind !== 'token') || openers.length > 0 || before.includes('=') || sign === '') {
    return undefined;
  }
  if (kind === 'token') {
    const isJson = sign === '{' && text.slice(0, offset).trim() === '';
    const json = 'This looks like JSON. Rename the file to .jsonl, or write TOML: a = 1';
    const hint = isJson ? json : sign === '=' ? 'Write a key before it, for example: key = 1' : 'Remove it.';
    return syntaxProblem(offset, `Expected a key, got "${sign}".`, hint);
  }
  const message = `A key cannot contain "${sign}" without quotes.`;
  if (after.startsWith('//')) return syntaxProblem(offset, message, 'Start a comment with #, not with //.');
  const [key, value] = splitPair(line.text);
  if (key === undefined || value === undefined) return syntaxProblem(offset, message, 'Write it as key = value.');
  const hint = `Put the key in quotes: ${quote(shorten(key, 60))} = ${shorten(value, 60)}`;
  return syntaxProblem(offset, message, hint);
};

export const explainDuplicate: ExplainToml = ({ kind, text, offset, after }) => {
  if (kind !== 'duplicate') return undefined;
  const key = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s.=\]]+))/.exec(after);
  const name = shorten(key?.[1] ?? key?.[2] ?? key?.[3] ?? '');
  const header = /^\s*\[(?!\[)\s*([^\]]*)\]/.exec(lineAt(text, offset).text)?.[1]?.trim();
  if (header === undefined) return syntaxProblem(offset, `The key "${name}" is defined twice.`, 'Remove one of them.');
  const hint = `Remove one of them, or write every one as [[${shorten(header, 60)}]] to make a list.`;
  return syntaxProblem(offset, `The table "${name}" is defined twice.`, hint);
};
