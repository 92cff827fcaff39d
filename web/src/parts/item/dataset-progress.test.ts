import { expect, test } from 'vitest';
import { toProgress, toProgressWords } from './dataset-progress.ts';

test('toProgress leaves out deleted items and counts items in review as open', () => {
  const progress = toProgress({
    counts: { approved: 8, draft: 30, 'in-review': 2, 'awaiting-adjudication': 1, deleted: 7 },
  });
  expect(progress).toEqual({ all: 41, approved: 8, open: 33, skipped: 0 });
  expect(toProgressWords(progress)).toBe('8 approved, 33 to review');
  expect(toProgressWords(toProgress({ counts: {} }))).toBe('No conversations yet');
});
