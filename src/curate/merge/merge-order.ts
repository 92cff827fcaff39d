import type { ThreeWays } from './merge-fields.ts';

export interface MergedOrder {
  readonly keys: readonly string[];
  /** Both sides reordered the shared entries differently. The order is mine. */
  readonly isContested: boolean;
}

/**
 * The order of the remaining entries after two edits of a list: that of the side that moved entries, or else theirs. An
 * entry that only the other side has comes after the entry it followed there.
 */
export function mergeOrder(keys: ThreeWays<readonly string[]>, left: ReadonlySet<string>): MergedOrder {
  const { base, mine, theirs } = keys;
  const isShared = isIn(base, mine, theirs);
  const order = (list: readonly string[]) => JSON.stringify(list.filter(isShared));
  const hasMineMoved = order(mine) !== order(base);
  const hasTheirsMoved = order(theirs) !== order(base);
  const isContested = hasMineMoved && hasTheirsMoved && order(mine) !== order(theirs);
  const [frame, other] = hasMineMoved ? [mine, theirs] : [theirs, mine];
  const isLeft = (key: string) => left.has(key);
  return { keys: insert(frame.filter(isLeft), other.filter(isLeft)), isContested };
}

function isIn(...lists: readonly (readonly string[])[]): (key: string) => boolean {
  const sets = lists.map((list) => new Set(list));
  return (key) => sets.every((set) => set.has(key));
}

function insert(frame: readonly string[], other: readonly string[]): readonly string[] {
  const framed = new Set(frame);
  const first: string[] = [];
  const behind = new Map<string, string[]>();
  let chain = first;
  for (const key of other) {
    if (!framed.has(key)) chain.push(key);
    else {
      chain = [];
      behind.set(key, chain);
    }
  }
  return [...first, ...frame.flatMap((key) => [key, ...(behind.get(key) ?? [])])];
}
