/**
 * The one rule for several values in one text: flags, queries, addresses and printed commands all use it.
 *
 * A text without a comma is one value, exactly as written. In a text with commas, the commas separate values and the
 * space around each value is dropped. There a backslash before a comma, a backslash or a space makes it part of the
 * value. Before anything else a backslash is an ordinary character.
 *
 * @example splitList('a, b') // ['a', 'b']
 * @example splitList('a\\,b') // ['a,b']
 */
export function splitList(text: string): readonly string[] {
  return text.includes(',') ? splitAtCommas(text).map((part) => unescapePart(trim(part))) : [text];
}

/** The text that `splitList` reads as these values again, whatever they contain. There must be at least one. */
export function joinList(values: readonly string[]): string {
  const [first = '', ...more] = values;
  return more.length === 0 && !first.includes(',') ? first : values.map(escapeValue).join(',');
}

function splitAtCommas(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === ',') {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function trim(part: string): string {
  const text = part.trimStart();
  const trimmed = text.trimEnd();
  let backslashes = 0;
  while (trimmed.at(-1 - backslashes) === '\\') backslashes += 1;
  return backslashes % 2 === 0 ? trimmed : text.slice(0, trimmed.length + 1);
}

function unescapePart(part: string): string {
  return part.replaceAll(/\\([\\,\s])/g, '$1');
}

function escapeValue(value: string): string {
  return value.replaceAll(/[\\,]|^\s|\s$/g, '\\$&');
}
