/** How many lines the default output of a command has, at most: one screen with room for the prompt. */
const firstLines = 15;
const furtherLines = 3;

/** The limit for so many judges or variants. */
export function toLineLimit(count: number): number {
  return firstLines + furtherLines * Math.max(0, count - 1);
}

/** Blocks one under another, with a blank line between them. */
export function joinBlocks(blocks: readonly (readonly string[])[]): string {
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

/** Lines that these blocks take, blank lines included. */
export function countLines(blocks: readonly (readonly string[])[]): number {
  const shown = blocks.filter((lines) => lines.length > 0);
  return shown.reduce((sum, lines) => sum + lines.length, Math.max(0, shown.length - 1));
}

/** The lines of as many entries as the room has lines for, at least one, and how many were left out. */
export function fitEntries(
  entries: readonly (readonly string[])[],
  room: number,
  renderRest: (count: number) => string,
): readonly string[] {
  const lengths = entries.map(({ length }) => length);
  if (countFitting(lengths, room) === entries.length) return entries.flat();
  const shown = countFitting(lengths, room - 1);
  return [...entries.slice(0, shown).flat(), renderRest(entries.length - shown)];
}

/** As many entries from the first on as the room has lines for, at least one. `lines`: what an entry takes. */
export function countFitting(lines: readonly number[], room: number): number {
  let used = 0;
  const over = lines.findIndex((count) => {
    used += count;
    return used > room;
  });
  return over === -1 ? lines.length : Math.max(1, over);
}
