import { expect, it } from 'vitest';
import type { ItemRow } from '../../../src/contract/item-row.ts';
import { countDoneToday } from './items.ts';

const now = new Date(2026, 0, 5, 14);
const toRow = (updatedBy: string, updatedAt: Date, reviewedAt?: Date): ItemRow => ({
  dataset: 'd',
  id: 'a',
  status: 'approved',
  _etag: '1',
  revision: 1,
  question: '',
  answer: '',
  turns: 2,
  totalReferences: 0,
  tags: [],
  computedTags: [],
  turnTags: [],
  updatedBy,
  updatedAt: updatedAt.toISOString(),
  ...(reviewedAt === undefined ? {} : { reviewedAt: reviewedAt.toISOString() }),
});

it('counts what I approved or skipped since midnight', () => {
  const today = new Date(2026, 0, 5, 0, 1);
  const yesterday = new Date(2026, 0, 4, 23, 59);
  const rows = [
    toRow('ada', today, today),
    toRow('ada', today),
    toRow('ada', today, yesterday),
    toRow('ada', yesterday),
    toRow('ben', today, today),
  ];
  expect(countDoneToday(rows, 'ada', now)).toBe(2);
  expect(countDoneToday(rows, undefined, now)).toBe(0);
});
