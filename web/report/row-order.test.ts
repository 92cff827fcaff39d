import { describe, expect, it } from 'vitest';
import type { CaseRow } from './page-cases.ts';
import { canOrder, listOrderFacts, orderRows, type RowOrder } from './row-order.ts';

function toRow(number: number, metrics: Pick<CaseRow, 'score' | 'latencyMs' | 'costUsd'>): CaseRow {
  return {
    ...{ number, chunk: 0, place: number, id: `c${number}`, status: 'pass', dataset: 'd', target: 't' },
    ...{ send: 'question', play: 'reply', repeat: 0, tags: [], graders: new Map(), firstFailure: undefined },
    ...metrics,
  };
}

const rows = [
  toRow(0, { score: null, latencyMs: 10, costUsd: 0.2 }),
  toRow(1, { score: 0.9, latencyMs: 1234, costUsd: 0.2 }),
  toRow(2, { score: 0, latencyMs: 500, costUsd: 0.2 }),
  toRow(3, { score: null, latencyMs: 500, costUsd: 0.2 }),
];

describe('orderRows', () => {
  it.each<[RowOrder | undefined, number[]]>([
    [undefined, [0, 1, 2, 3]],
    ['score', [2, 1, 0, 3]],
    ['time', [1, 2, 3, 0]],
    ['cost', [0, 1, 2, 3]],
  ])(
    'by %s puts the worst first and rows without a score last, and keeps the order of equal rows',
    (order, numbers) => {
      expect(orderRows(rows, order).map(({ number }) => number)).toEqual(numbers);
    },
  );

  it('is offered only if rows differ in it', () => {
    expect([canOrder(rows, 'time'), canOrder(rows, 'cost'), canOrder([], 'time')]).toEqual([true, false, false]);
  });

  it('shows the metric it sorts by, with two significant digits', () => {
    const [, second] = rows;
    if (second === undefined) throw new Error('There is a second row.');
    expect(['score', 'time', 'cost'].map((order) => listOrderFacts(second, order as RowOrder))).toEqual([
      [],
      ['1.2 s'],
      ['$0.2'],
    ]);
  });
});
