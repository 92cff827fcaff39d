import { describe, expect, it } from 'vitest';
import { type AnswerKind, toAnswerKind } from './answer-kind.ts';
import { type AnswerOrder, orderAnswers } from './answer-order.ts';
import type { AnswerRow } from './page-samples.ts';

function toRow(number: number, [human, said]: readonly [number | null, number | null], judge = 0): AnswerRow {
  return {
    ...{ number, chunk: 0, place: number, sample: number, answer: 0, id: `s${number}`, turns: 1, judge },
    ...{ human, said, cause: undefined, tags: [] },
  };
}

const judges = [
  { name: 'seven', pass: 1, scale: [-3, 3], step: 1 },
  { name: 'hundred', pass: 50, scale: [0, 100], step: 1 },
] as const;

describe('toAnswerKind', () => {
  it.each<[number | null, number | null, AnswerKind]>([
    [1, 1, 'agreements'],
    [1, 3, 'disagreements'],
    [0, 1, 'flips'],
    [1, 0, 'flips'],
    [0, null, 'ungraded'],
    [null, null, 'ungraded'],
    [null, 0, 'unlabeled'],
  ])('human score %s, judge score %s, passing score 1: %s', (human, said, kind) => {
    expect(toAnswerKind({ human, said }, { pass: 1 })).toBe(kind);
  });
});

describe('orderAnswers', () => {
  const rows = [
    toRow(0, [1, 1]),
    toRow(1, [null, 2]),
    toRow(2, [2, 3]),
    toRow(3, [0, 1]),
    toRow(4, [3, null]),
    toRow(5, [3, -3]),
    // 40 of 100 is 0.4 of its scale; 1 of 6 is 0.17.
    toRow(6, [10, 50], 1),
  ];

  it.each<[AnswerOrder | undefined, number[]]>([
    [undefined, [5, 6, 3, 2, 4, 0, 1]],
    ['kind', [6, 2, 3, 5, 4, 0, 1]],
    ['harsh', [5, 2, 3, 6, 4, 0, 1]],
    ['given', [0, 1, 2, 3, 4, 5, 6]],
  ])('sorts by %s: largest difference first, then flips, ungraded answers and agreements', (order, numbers) => {
    expect(orderAnswers(rows, judges)(order).map(({ number }) => number)).toEqual(numbers);
  });
});
