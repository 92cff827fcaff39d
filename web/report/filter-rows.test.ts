import { describe, expect, it } from 'vitest';
import { filterRows } from './filter-rows.ts';
import type { CaseRow } from './page-cases.ts';
import { plainState, type ViewState } from './view-state.ts';

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

describe('a row is in the list', () => {
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
  ])('%j: %s', (state, expected) => {
    expect(fits(state)).toBe(expected);
  });

  it('when the text stands in its messages, and the rest fits', () => {
    expect(fits({ text: 'nothing' }, [0])).toBe(true);
    expect(fits({ text: 'nothing', target: 'other' }, [0])).toBe(false);
  });
});
