import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageMarks, pageStatuses } from '../../src/format/page-data.ts';
import { rowOrders } from './row-order.ts';
import { isFiltered, parseAddress, plainState, toAddress, type ViewState } from './view-state.ts';

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

describe('the address', () => {
  it('says everything that is chosen, and is read back as the same', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const address = toAddress(state);
        if (address !== '#cases') expect(parseAddress(address)).toEqual(state);
      }),
    );
  });

  it('is a plain anchor where nothing is chosen', () => {
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
  ])('passes over what %s cannot mean', (hash) => {
    expect(parseAddress(hash)).toEqual(plainState);
  });

  it('filters by blanks no more than by nothing', () => {
    expect(isFiltered({ ...plainState, text: '  ', open: 3 })).toBe(false);
    expect(isFiltered({ ...plainState, firstFailure: 0 })).toBe(true);
  });
});
