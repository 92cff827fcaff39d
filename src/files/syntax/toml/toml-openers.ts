export interface TomlOpener {
  /** `[`, `{`, or the quotes: one or three. */
  readonly sign: string;
  readonly offset: number;
}

/** Quotes and brackets that are open at an offset of a TOML text, outermost first. A quote is always the last. */
export function findTomlOpeners(text: string, offset: number): readonly TomlOpener[] {
  const open: TomlOpener[] = [];
  const signs = /"""|'''|["'[\]{}#]/g;
  for (let match = signs.exec(text); match !== null && match.index < offset; match = signs.exec(text)) {
    const [sign] = match;
    if (sign === '#') signs.lastIndex = endOfLine(text, match.index);
    else if (sign === '[' || sign === '{') open.push({ sign, offset: match.index });
    else if (sign === ']' || sign === '}') open.pop();
    else {
      const end = findQuoteEnd(text, sign, match.index + sign.length);
      if (end === undefined || end > offset) return [...open, { sign, offset: match.index }];
      signs.lastIndex = end;
    }
  }
  return open;
}

function endOfLine(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found === -1 ? text.length : found;
}

/** Offset after the closing quotes; undefined when the text, or for one quote the line, ends before them. */
function findQuoteEnd(text: string, sign: string, from: number): number | undefined {
  const limit = sign.length === 3 ? text.length : endOfLine(text, from);
  for (let at = from; at < limit; at++) {
    if (text[at] === '\\' && sign.startsWith('"')) at += 1;
    else if (text.startsWith(sign, at)) return at + sign.length;
  }
  return undefined;
}
