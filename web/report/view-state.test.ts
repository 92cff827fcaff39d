import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageMarks, pageStatuses } from '../../src/format/page-data.ts';
import type { CaseRow } from './page-cases.ts';
import { rowOrders } from './row-order.ts';
import { filterRows, isFiltered, parseAddress, plainState, toAddress, type ViewState } from './view-state.ts';

const anyText = fc.string({ unit: 'grapheme' });
const anyState: fc.Arbitrary<ViewState> = fc.record(
  {
    text: anyText,
    statuses: fc.subarray([...pageStatuses]),
    target: anyText,
    tag: anyText,
    grader: fc.record({ mark: fc.constantFrom(...pageMarks), name: anyText }),
    firstFailure: fc.nat({ max: 1000 }),
    order: fc.constantFrom(...rowOrders),
    open: fc.nat({ max: 1_000_000 }),
  },
  { requiredKeys: ['text', 'statuses'] },
);

describe('parseAddress and toAddress', () => {
  it('round-trip every view state', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const address = toAddress(state);
        if (address !== '#cases') expect(parseAddress(address)).toEqual(state);
      }),
    );
  });

  it('use a plain anchor if nothing is selected', () => {
    expect(toAddress(plainState)).toBe('#cases');
    expect(parseAddress('#cases')).toBeUndefined();
    expect(parseAddress('')).toEqual(plainState);
  });

  it.each([
    '#case=-1',
    '#case=1e9',
    '#case=99999999999',
    '#fails=x',
    '#order=nonsense',
    '#status=nonsense',
    '#grader=bad',
    '#__proto__=1',
  ])('ignore the invalid part of %s', (hash) => {
    expect(parseAddress(hash)).toEqual(plainState);
  });

  it('treat blank text as no filter', () => {
    expect(isFiltered({ ...plainState, text: '  ', open: 3 })).toBe(false);
    expect(isFiltered({ ...plainState, firstFailure: 0 })).toBe(true);
  });
});

const row: CaseRow = {
  ...{ number: 0, chunk: 0, place: 0, id: 'Late-Refund', status: 'fail', dataset: 'desk', target: 'bot' },
  ...{ send: 'question', play: 'reply', repeat: 0, tags: ['angry', '__proto__'], firstFailure: 1, score: 0.5 },
  ...{ latencyMs: 900, costUsd: 0.01 },
  graders: new Map([
    ['tone', 'fail'],
    ['contains', 'pass'],
  ]),
};

const fits = (state: Partial<ViewState>, hits: number[] = []) =>
  filterRows([row], { ...plainState, ...state }, new Set(hits)).length === 1;

describe('filterRows', () => {
  it.each<[Partial<ViewState>, boolean]>([
    [{}, true],
    [{ statuses: ['pass', 'fail'] }, true],
    [{ statuses: ['pass'] }, false],
    [{ target: 'bot' }, true],
    [{ target: 'bo' }, false],
    [{ tag: '__proto__' }, true],
    [{ tag: 'constructor' }, false],
    [{ grader: { mark: 'fail', name: 'tone' } }, true],
    [{ grader: { mark: 'fail', name: 'contains' } }, false],
    [{ firstFailure: 1 }, true],
    [{ firstFailure: 0 }, false],
    [{ text: ' late-REFUND ' }, true],
    [{ text: 'ang' }, true],
    [{ text: 'nothing' }, false],
    [{ text: 'late', statuses: ['pass'] }, false],
  ])('%j keeps the row: %s', (state, expected) => {
    expect(fits(state)).toBe(expected);
  });

  it('keeps a row whose messages contain the text, if it passes the other filters', () => {
    expect(fits({ text: 'nothing' }, [0])).toBe(true);
    expect(fits({ text: 'nothing', target: 'other' }, [0])).toBe(false);
  });
});
