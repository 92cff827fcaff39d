import { diffArrays } from 'diff/lib/diff/array.js';

/** A step from one list to another. `same` and `removed` are of the first list, `added` of the second. */
export interface EditStep {
  readonly kind: 'same' | 'added' | 'removed';
  readonly value: string;
}

interface Lists {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * The fewest steps from one list to another, or undefined when there are more than `mostEdits`: time and memory grow
 * with their square.
 */
export function findEditScript({ before, after }: Lists, mostEdits: number): readonly EditStep[] | undefined {
  const changes = diffArrays([...before], [...after], { maxEditLength: mostEdits });
  return changes?.flatMap(({ value, added, removed }) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    return value.map((entry) => ({ kind, value: entry }) as const);
  });
}
