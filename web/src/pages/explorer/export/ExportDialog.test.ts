import { expect, it } from 'vitest';
import { isMixed, type StatusCount, toMixWords } from './ExportDialog.tsx';

it.each<[readonly StatusCount[], string]>([
  [
    [
      { status: 'approved', count: 9 },
      { status: 'draft', count: 15 },
      { status: 'in-review', count: 0 },
      { status: 'skipped', count: 3 },
    ],
    '27 conversations: 9 approved, 15 drafts, 3 skipped',
  ],
  [
    [
      { status: 'approved', count: 1200 },
      { status: 'draft', count: 1 },
    ],
    '1,201 conversations: 1,200 approved, 1 draft',
  ],
])('lists the statuses of a mix: %j', (mix, words) => {
  expect(toMixWords(mix)).toBe(words);
  expect(isMixed(mix)).toBe(true);
});

it.each<[readonly StatusCount[], string]>([
  [
    [
      { status: 'approved', count: 1 },
      { status: 'draft', count: 0 },
    ],
    '1 conversation',
  ],
  [[{ status: 'draft', count: 0 }], '0 conversations'],
  [[], '0 conversations'],
])('shows only the count if all have one status: %j', (mix, words) => {
  expect(toMixWords(mix)).toBe(words);
  expect(isMixed(mix)).toBe(false);
});
