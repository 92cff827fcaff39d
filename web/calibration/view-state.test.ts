import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerKinds } from './answer-kind.ts';
import { answerOrders } from './answer-order.ts';
import { isFiltered, parseAddress, plainState, toAddress, toCleared, type ViewState } from './view-state.ts';

const anyText = fc.string({ unit: 'grapheme' });
const anyScore = fc.double({ noNaN: true, noDefaultInfinity: true }).map((score) => (score === 0 ? 0 : score));
const anySpan = fc.record({ from: anyScore, to: anyScore });
const anyState: fc.Arbitrary<ViewState> = fc.record(
  {
    text: anyText,
    kinds: fc.subarray([...answerKinds]),
    judge: fc.nat({ max: 100 }),
    tag: anyText,
    human: anySpan,
    said: anySpan,
    order: fc.constantFrom(...answerOrders),
    open: fc.nat({ max: 1_000_000 }),
  },
  { requiredKeys: ['text', 'kinds'] },
);

describe('the address', () => {
  it('says everything that is chosen, and is read back as the same', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const address = toAddress(state);
        if (address !== '#samples') expect(parseAddress(address)).toEqual(state);
      }),
    );
  });

  it('is a plain anchor where nothing is chosen', () => {
    expect(toAddress(plainState)).toBe('#samples');
    expect(parseAddress('#samples')).toBeUndefined();
    expect(parseAddress('#judge-1')).toBeUndefined();
    expect(parseAddress('')).toEqual(plainState);
  });

  it.each([
    '#sample=-1',
    '#judge=x',
    '#judge=1e3',
    '#order=nonsense',
    '#kinds=nonsense',
    '#human=',
    '#human=..',
    '#human=1..',
    '#said=1..2..3',
    '#said=Infinity',
    '#said=1e999',
    '#__proto__=1',
  ])('passes over what %s cannot mean', (hash) => {
    expect(parseAddress(hash)).toEqual(plainState);
  });

  it('names one score or a span of them', () => {
    expect(parseAddress('#human=-2&said=0.5..3')).toEqual({
      ...plainState,
      human: { from: -2, to: -2 },
      said: { from: 0.5, to: 3 },
    });
  });
});

describe('what narrows the list', () => {
  it('are not blanks, nor an order, nor what is open', () => {
    expect(isFiltered({ ...plainState, text: ' ', order: 'kind', open: 3 })).toBe(false);
    expect(isFiltered({ ...plainState, judge: 0 })).toBe(true);
  });

  it('is taken off without closing or reordering anything', () => {
    const state: ViewState = { text: 'x', kinds: ['flips'], judge: 1, order: 'kind', open: 3 };
    expect(toCleared(state)).toEqual({ ...plainState, order: 'kind', open: 3 });
  });
});
