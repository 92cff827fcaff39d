import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findEditScript } from './edit-script.ts';

const lists = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });

/** The length of the longest common subsequence, by dynamic programming. */
function countCommon(before: readonly string[], after: readonly string[]): number {
  let row = new Array<number>(after.length + 1).fill(0);
  for (const value of before) {
    const next = [0];
    for (const [at, other] of after.entries())
      next.push(value === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe('findEditScript', () => {
  test('has as few edits as the longest common subsequence allows', () => {
    fc.assert(
      fc.property(lists, lists, (before, after) => {
        const steps = findEditScript({ before, after }, 100) ?? [];
        expect(steps.filter(({ kind }) => kind === 'same')).toHaveLength(countCommon(before, after));
        expect(steps.flatMap(({ kind, value }) => (kind === 'added' ? [] : value))).toEqual(before);
        expect(steps.flatMap(({ kind, value }) => (kind === 'removed' ? [] : value))).toEqual(after);
      }),
    );
  });

  test('is undefined if it needs more edits than allowed', () => {
    expect(findEditScript({ before: ['a', 'b'], after: ['c', 'd'] }, 3)).toBeUndefined();
    expect(findEditScript({ before: ['a', 'b'], after: ['c', 'd'] }, 4)).toHaveLength(4);
  });
});
