import { expect, test } from 'vitest';
import type { Snapshot } from '../../data/snapshots.ts';
import { findPredecessor, isOfDataset, toFilterWords } from './snapshot-filter.ts';

test.each<[Record<string, unknown>, string]>([
  [{}, 'all conversations in all datasets'],
  [{ status: ['approved'], dataset: ['support'] }, 'approved conversations in support'],
  [{ status: ['approved', 'skipped'] }, 'approved and skipped conversations in all datasets'],
  [
    { dataset: ['a', 'b'], tags: ['topic:x'], excludeTags: ['source:y'], keyword: '14 days' },
    'all conversations in a and b, with topic:x, without source:y, containing 14 days',
  ],
  [{ status: 7, somethingNew: true }, 'all conversations in all datasets'],
])('describes the filter %j as "%s"', (filters, words) => {
  expect(toFilterWords({ filters })).toBe(words);
});

test('includes every dataset without a dataset filter', () => {
  expect(isOfDataset({ filters: {} }, 'support')).toBe(true);
  expect(isOfDataset({ filters: { dataset: ['support'] } }, 'support')).toBe(true);
  expect(isOfDataset({ filters: { dataset: ['support'] } }, 'billing')).toBe(false);
});

test('compares a snapshot with the latest earlier one of the same filter, otherwise with the previous one', () => {
  const toSnapshot = (id: string, dataset: string): Snapshot => ({
    id,
    schemaVersion: '1',
    contentHash: id,
    count: 1,
    filters: { dataset: [dataset] },
    createdAt: '2026-01-05T09:00:00.000Z',
    createdBy: 'ada',
  });
  const snapshots = [toSnapshot('d', 'a'), toSnapshot('c', 'b'), toSnapshot('b', 'a'), toSnapshot('a', 'c')];
  expect(findPredecessor(snapshots, 'd')?.id).toBe('b');
  expect(findPredecessor(snapshots, 'c')?.id).toBe('b');
  expect(findPredecessor(snapshots, 'a')).toBeUndefined();
  expect(findPredecessor(snapshots, 'unknown')).toBeUndefined();
});
