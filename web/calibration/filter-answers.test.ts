import { describe, expect, it } from 'vitest';
import { filterAnswers } from './filter-answers.ts';
import type { AnswerRow } from './page-samples.ts';
import { plainState, type ViewState } from './view-state.ts';

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

describe('an answer is in the list', () => {
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
  ])('%j: %s', (state, expected) => {
    expect(fits(state)).toBe(expected);
  });

  it('when the text stands in its messages, and the rest fits', () => {
    expect(fits({ text: 'nothing' }, [0])).toBe(true);
    expect(fits({ text: 'nothing', judge: 0 }, [0])).toBe(false);
  });

  it('by a score that binary fractions only come near to', () => {
    const near = { ...row, human: 0.1 + 0.2 };
    const state = { ...plainState, human: { from: 0.3, to: 0.3 } };
    expect(filterAnswers([near], state, { judges, hits: new Set() })).toEqual([near]);
  });
});
