import { describe, expect, it } from 'vitest';
import type { ChangeRun } from './change-runs.ts';
import { toChangeWords, toDayWords } from './change-words.ts';

function render(run: Partial<ChangeRun>): string {
  const whole = {
    sequence: 1,
    at: '',
    by: 'ada',
    action: '',
    dataset: undefined,
    detail: undefined,
    items: [],
    ...run,
  };
  const { verb, count, where } = toChangeWords(whole);
  const names = count ?? whole.items[0];
  return [whole.by, verb, names, where, where === undefined ? undefined : whole.dataset].filter(Boolean).join(' ');
}

describe('toChangeWords', () => {
  it.each<[Partial<ChangeRun>, string]>([
    [{ action: 'approve', dataset: 'desk', items: ['late'] }, 'ada approved late in desk'],
    [{ action: 'import', dataset: 'desk', items: ['a', 'b'] }, 'ada imported 2 conversations into desk'],
    [{ action: 'assign', dataset: 'desk', items: ['a', 'b', 'c'] }, 'ada claimed 3 conversations from desk'],
    [{ action: 'dataset', dataset: 'desk', detail: 'created' }, 'ada created the dataset desk'],
    [{ action: 'dataset', dataset: 'desk', detail: '{"weight":2}' }, 'ada updated the dataset desk'],
    [{ action: 'instructions', dataset: 'desk' }, 'ada updated the instructions for desk'],
    [{ action: 'snapshot', detail: 's-1' }, 'ada took a snapshot'],
    [{ action: 'tag-schema' }, 'ada updated the tag groups'],
    [{ action: 'adjudicate', dataset: 'desk', items: ['late'] }, 'ada performed "adjudicate" on late in desk'],
  ])('describes %j as "%s"', (run, words) => {
    expect(render(run)).toBe(words);
  });
});

describe('toChangeWords of a run whose older events are not loaded', () => {
  it('says "at least" before the count', () => {
    const run = { sequence: 9, at: '', by: 'ada', action: 'import', dataset: 'desk', detail: undefined };
    expect(toChangeWords({ ...run, items: ['a', 'b'] }, true).count).toBe('at least 2 conversations');
    expect(toChangeWords({ ...run, items: ['a'] }, true).count).toBeUndefined();
  });
});

describe('toDayWords', () => {
  it.each([
    ['2026-01-05', 'Today'],
    ['2026-01-04', 'Yesterday'],
    ['2026-01-02', 'Friday, January 2'],
    ['2025-12-31', 'December 31, 2025'],
  ])('calls %s "%s" on January 5, 2026', (day, words) => {
    expect(toDayWords(day, '2026-01-05')).toBe(words);
  });
});
