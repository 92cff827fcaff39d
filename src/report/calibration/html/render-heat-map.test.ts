import { describe, expect, it } from 'vitest';
import { toBinnedMatrix } from './render-heat-map.ts';

function toMatrix(count: number) {
  const labels = Array.from({ length: count }, (_, index) => index);
  return { labels, rows: labels.map(() => labels.map(() => 1)) };
}

describe('the matrix as it is drawn', () => {
  it('is the matrix itself where it is small', () => {
    const rows = [
      [4, 1],
      [2, 3],
    ];
    expect(toBinnedMatrix({ labels: [0, 1], rows }, 1)).toEqual({
      bins: [
        { from: 0, to: 0, isPass: false },
        { from: 1, to: 1, isPass: true },
      ],
      rows,
    });
  });

  it('puts neighbors together on a fine scale, never across the passing score, and loses none', () => {
    // 101 scores in bins of 9: 65 that fail make 8, 36 that pass make 4.
    const { bins, rows } = toBinnedMatrix(toMatrix(101), 65);
    expect(bins).toHaveLength(12);
    expect(bins[7]).toEqual({ from: 63, to: 64, isPass: false });
    expect(bins[8]).toEqual({ from: 65, to: 73, isPass: true });
    expect(rows.flat().reduce((sum, count) => sum + count, 0)).toBe(101 * 101);
    expect(rows[7]?.[8]).toBe(2 * 9);
  });

  it('has nothing to draw without steps', () => {
    expect(toBinnedMatrix({ labels: [], rows: [] }, 0.5)).toEqual({ bins: [], rows: [] });
  });
});
