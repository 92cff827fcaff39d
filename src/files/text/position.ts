interface Position {
  readonly line: number;
  readonly column: number;
}

/** Line and column of one offset, from 1. It scans the whole text. */
export function toPosition(text: string, offset: number): Position {
  return openPositions(text)(offset);
}

/** Returns a function for the line and column of any offset. It lists the line starts on first use. */
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

/** How many of the ascending numbers are at most `limit`. */
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
