/**
 * A step from one list to another. `same` and `removed` entries are from the first list, `added` ones from the second.
 */
export interface EditStep {
  readonly kind: 'same' | 'added' | 'removed';
  readonly value: string;
}

interface Lists {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * The shortest list of steps from one list to another (Myers 1986). Undefined if it needs more than `mostEdits`,
 * because time and memory grow with their square.
 */
export function findEditScript({ before, after }: Lists, mostEdits: number): readonly EditStep[] | undefined {
  const start = countSame({ before, after });
  const end = countSame({ before: before.slice(start).reverse(), after: after.slice(start).reverse() });
  const oldEnd = before.length - end;
  const middle = { before: before.slice(start, oldEnd), after: after.slice(start, after.length - end) };
  const steps = findMiddle(middle, mostEdits);
  if (steps === undefined) return undefined;
  const toSame = (value: string): EditStep => ({ kind: 'same', value });
  return [...before.slice(0, start).map(toSame), ...steps, ...before.slice(oldEnd).map(toSame)];
}

/** The length of the common prefix. */
function countSame({ before, after }: Lists): number {
  const differs = before.findIndex((value, at) => value !== after[at]);
  return differs < 0 ? before.length : differs;
}

/**
 * How far each diagonal reaches into `before` after a number of edits. A diagonal is the index in `before` minus the
 * index in `after`. Every second one is reached, from `-edits` to `edits`.
 */
type Reach = readonly number[];

function findMiddle(lists: Lists, mostEdits: number): readonly EditStep[] | undefined {
  const { before, after } = lists;
  const reaches: Reach[] = [];
  for (let edits = 0; edits <= mostEdits; edits++) {
    const reach: number[] = [];
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let at = toStart(reaches[edits - 1], diagonal, edits).at;
      while (at < before.length && at - diagonal < after.length && before[at] === after[at - diagonal]) at++;
      if (at >= before.length && at - diagonal >= after.length) return toSteps(lists, reaches);
      reach.push(at);
    }
    reaches.push(reach);
  }
  return undefined;
}

/** Where a diagonal starts with one more edit: from the one above it (an added entry) or below it (a removed one). */
function toStart(reach: Reach | undefined, diagonal: number, edits: number) {
  if (reach === undefined) return { at: 0, isAdded: false };
  const place = (diagonal + edits) / 2;
  const above = reach[place] ?? -1;
  const below = reach[place - 1] ?? -1;
  const isAdded = place === 0 || (place < edits && below < above);
  return { at: isAdded ? above : below + 1, isAdded };
}

/** Walks back from the ends of both lists to their starts. */
function toSteps({ before, after }: Lists, reaches: readonly Reach[]): readonly EditStep[] {
  const steps: EditStep[] = [];
  let old = before.length;
  let now = after.length;
  const walkSame = (to: number) => {
    for (; old > to; now--) steps.push({ kind: 'same', value: before[--old] ?? '' });
  };
  for (let edits = reaches.length; edits > 0; edits--) {
    const { at, isAdded } = toStart(reaches[edits - 1], old - now, edits);
    walkSame(at);
    if (isAdded) steps.push({ kind: 'added', value: after[--now] ?? '' });
    else steps.push({ kind: 'removed', value: before[--old] ?? '' });
  }
  walkSame(0);
  return steps.reverse();
}
