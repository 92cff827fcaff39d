/*
 * A page may show part of what a command prints: a line `…` stands for any number of lines. Every other line has to be
 * printed, in this order, and lines without `…` between them follow each other.
 */

const omitted = '…';

/** The printed text, cut down to what is shown of it: equal to `shown` if the page is right. */
export function cutToExcerpt(shown: string, printed: string): string {
  if (!shown.split('\n').includes(omitted)) return printed;
  const parts = toParts(shown);
  const lines = printed.split('\n');
  const cut: string[] = [];
  let from = 0;
  for (const [index, part] of parts.entries()) {
    if (index > 0) cut.push(omitted);
    if (part.length === 0) continue;
    const isLast = index === parts.length - 1;
    const at = isLast ? Math.max(from, lines.length - part.length) : findPart(lines, part, from);
    if (index === 0 ? at !== 0 : at === -1) return printed;
    cut.push(...lines.slice(at, at + part.length));
    from = at + part.length;
  }
  return cut.join('\n');
}

function toParts(shown: string): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  for (const line of shown.split('\n')) {
    if (line === omitted) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts;
}

function findPart(lines: readonly string[], part: readonly string[], from: number): number {
  return lines.findIndex((_, at) => at >= from && part.every((line, index) => lines[at + index] === line));
}
