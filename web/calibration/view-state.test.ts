import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCleared } from '../page/view-address.ts';
import { answerKinds } from './answer-kind.ts';
import { answerOrders } from './answer-order.ts';
import type { AnswerRow } from './page-samples.ts';
import { filterAnswers, isFiltered, parseAddress, plainState, toAddress, type ViewState } from './view-state.ts';

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

describe('parseAddress and toAddress', () => {
  it('round-trip every view state', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const address = toAddress(state);
        if (address !== '#samples') expect(parseAddress(address)).toEqual(state);
      }),
    );
  });

  it('use a plain anchor if nothing is selected', () => {
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
  ])('ignore the invalid part of %s', (hash) => {
    expect(parseAddress(hash)).toEqual(plainState);
  });

  it('accept one score or a range of scores', () => {
    expect(parseAddress('#human=-2&said=0.5..3')).toEqual({
      ...plainState,
      human: { from: -2, to: -2 },
      said: { from: 0.5, to: 3 },
    });
  });
});

describe('filters of the list', () => {
  it('do not include blank text, the order or the open answer', () => {
    expect(isFiltered({ ...plainState, text: ' ', order: 'kind', open: 3 })).toBe(false);
    expect(isFiltered({ ...plainState, judge: 0 })).toBe(true);
  });

  it('are cleared without closing the open answer or changing the order', () => {
    const state: ViewState = { text: 'x', kinds: ['flips'], judge: 1, order: 'kind', open: 3 };
    expect(toCleared(plainState, state)).toEqual({ ...plainState, order: 'kind', open: 3 });
  });
});

const row: AnswerRow = {
  ...{ number: 0, chunk: 0, place: 0, sample: 0, answer: 0, id: 'Late-Refund', turns: 2, judge: 1 },
  ...{ human: 2, said: -1, cause: undefined, tags: ['angry', '__proto__'] },
};
const judges = [
  { name: 'a', pass: 1, scale: [-3, 3], step: 1 },
  { name: 'b', pass: 1, scale: [-3, 3], step: 1 },
] as const;

const fits = (state: Partial<ViewState>, hits: number[] = []) =>
  filterAnswers([row], { ...plainState, ...state }, { judges, hits: new Set(hits) }).length === 1;

describe('filterAnswers', () => {
  it.each<[Partial<ViewState>, boolean]>([
    [{}, true],
    [{ kinds: ['flips'] }, true],
    [{ kinds: ['disagreements'] }, true],
    [{ kinds: ['agreements', 'ungraded', 'unlabeled'] }, false],
    [{ judge: 1 }, true],
    [{ judge: 0 }, false],
    [{ tag: '__proto__' }, true],
    [{ tag: 'constructor' }, false],
    [{ human: { from: 2, to: 2 }, said: { from: -1, to: -1 } }, true],
    [{ human: { from: 1, to: 3 } }, true],
    [{ said: { from: 0, to: 3 } }, false],
    [{ text: ' late-REFUND ' }, true],
    [{ text: 'ang' }, true],
    [{ text: 'nothing' }, false],
    [{ text: 'late', kinds: ['agreements'] }, false],
  ])('%j keeps the answer: %s', (state, expected) => {
    expect(fits(state)).toBe(expected);
  });

  it('keeps an answer whose messages contain the text, if it passes the other filters', () => {
    expect(fits({ text: 'nothing' }, [0])).toBe(true);
    expect(fits({ text: 'nothing', judge: 0 }, [0])).toBe(false);
  });

  it('matches a score despite binary fraction noise', () => {
    const near = { ...row, human: 0.1 + 0.2 };
    const state = { ...plainState, human: { from: 0.3, to: 0.3 } };
    expect(filterAnswers([near], state, { judges, hits: new Set() })).toEqual([near]);
  });
});
