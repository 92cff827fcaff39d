interface Position {
  readonly line: number;
  readonly column: number;
}

/** Line and column of an offset, both from 1. Walks the text: for one place. */
export function toPosition(text: string, offset: number): Position {
  return openPositions(text)(offset);
}

/** Line and column of any offset of a text. The starts of its lines are listed once, when first needed. */
export function openPositions(text: string): (offset: number) => Position {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= listLineStarts(text);
    const line = countUpTo(starts, offset);
    return { line, column: Math.max(0, offset - (starts[line - 1] ?? 0)) + 1 };
  };
}

function listLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** How many of the ascending numbers are not above the limit. */
function countUpTo(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return Math.max(low, 1);
}
