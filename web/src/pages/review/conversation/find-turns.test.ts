import { describe, expect, it } from 'vitest';
import { findNextTurn, findTurns, listTextHits } from './find-turns.ts';

const turns = ['Refund me', 'No', 'Why no refund', 'Yes'].map((msg, place) => {
  return { id: `t${place}`, role: 'user', msg, tags: [] };
});

describe('findTurns', () => {
  it.each([
    ['refund', ['t0', 't2']],
    [' NO ', ['t1', 't2']],
    ['', []],
    ['gone', []],
  ])('of %j are %j', (wanted, found) => {
    expect(findTurns(turns, wanted)).toEqual(found);
  });
});

describe('findNextTurn', () => {
  it.each([
    [undefined, 1, 't0'],
    ['t0', 1, 't2'],
    ['t1', 1, 't2'],
    ['t3', 1, 't0'],
    ['t3', -1, 't2'],
    ['t0', -1, 't2'],
    ['t1', -1, 't0'],
  ] as const)('from %s by %i is %s', (from, by, next) => {
    expect(findNextTurn(['t0', 't2'], turns, { from, by })).toBe(next);
  });

  it('is none where nothing was found', () => {
    expect(findNextTurn([], turns, { from: 't1', by: 1 })).toBeUndefined();
  });
});

describe('listTextHits', () => {
  it('finds each place once', () => {
    expect(listTextHits('aaa Aa', 'aa')).toEqual([
      { start: 0, end: 2 },
      { start: 4, end: 6 },
    ]);
    expect(listTextHits('İstanbul', 'bul')).toEqual([]);
  });
});
