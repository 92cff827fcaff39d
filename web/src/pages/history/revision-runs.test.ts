import { describe, expect, test } from 'vitest';
import { findEntryAt, type Revision, toComparedPair, toEntries, toRuns } from './revision-runs.ts';

function toRevision(revision: number, minute: number, more: Partial<Revision> = {}): Revision {
  const at = new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString();
  return { revision, at, by: 'ada', action: 'edit', status: 'draft', etag: `1-${revision}`, ...more };
}

/** Newest first, as the server lists them. */
const revisions = [
  toRevision(6, 40, { action: 'approve', status: 'approved' }),
  toRevision(5, 30),
  toRevision(4, 21),
  toRevision(3, 12),
  toRevision(2, 1),
  toRevision(1, 0, { action: 'import', by: 'root' }),
];
const numbers = (runs: readonly (readonly Revision[])[]) => runs.map((run) => run.map(({ revision }) => revision));

describe('toRuns', () => {
  test('joins edits by one person with pauses of at most ten minutes', () => {
    // 12 → 21 → 30 are nine minutes each. 1 → 12 is eleven.
    expect(numbers(toRuns(revisions))).toEqual([[6], [5, 4, 3], [2], [1]]);
  });

  test.each<[string, Partial<Revision>]>([
    ['another person', { by: 'bob' }],
    ['another status', { status: 'skipped' }],
    ['another action', { action: 'draft' }],
  ])('%s starts a new run', (_, more) => {
    expect(numbers(toRuns([toRevision(2, 1), toRevision(1, 0, more)]))).toEqual([[2], [1]]);
  });
});

describe('toEntries', () => {
  test('makes a run one entry, compared with the revision before it', () => {
    const entries = toEntries(toRuns(revisions), new Set());
    expect(entries.map(({ pair, count }) => [pair.from, pair.to, count])).toEqual([
      [5, 6, 1],
      [2, 5, 3],
      [1, 2, 1],
      [undefined, 1, 1],
    ]);
  });

  test('lists the revisions of an expanded run below it', () => {
    const entries = toEntries(toRuns(revisions), new Set([5]));
    expect(entries.filter(({ isInner }) => isInner).map(({ pair }) => [pair.from, pair.to])).toEqual([
      [4, 5],
      [3, 4],
      [2, 3],
    ]);
  });
});

describe('toComparedPair', () => {
  const entries = toEntries(toRuns(revisions), new Set());

  test.each<[string, { from?: number; to?: number }, { from?: number; to: number }]>([
    ['compares the latest revision with the one before by default', {}, { from: 5, to: 6 }],
    ['compares a run with the revision before it', { to: 5 }, { from: 2, to: 5 }],
    ['compares a revision inside a run with the one before', { to: 4 }, { from: 3, to: 4 }],
    ['compares the first revision with nothing', { to: 1 }, { to: 1 }],
    ['any two', { from: 1, to: 6 }, { from: 1, to: 6 }],
    ['sorts any two revisions', { from: 6, to: 2 }, { from: 2, to: 6 }],
  ])('%s', (_, asked, pair) => {
    expect(toComparedPair(asked, entries)).toEqual(pair);
  });

  test('returns undefined without revisions', () => {
    expect(toComparedPair({}, [])).toBeUndefined();
  });
});

test('finds an entry by its pair, otherwise by its later revision', () => {
  const entries = toEntries(toRuns(revisions), new Set([5]));
  expect(findEntryAt(entries, { from: 2, to: 5 })).toBe(1);
  expect(findEntryAt(entries, { from: 4, to: 5 })).toBe(2);
  expect(findEntryAt(entries, { from: 1, to: 6 })).toBe(0);
  expect(findEntryAt(entries, { from: 1, to: 99 })).toBe(-1);
});
