import { describe, expect, it } from 'vitest';
import { listHelpGroups } from './help-groups.ts';

const linesOf = (groups: ReturnType<typeof listHelpGroups>) => groups.flatMap(({ lines }) => lines);

describe('listHelpGroups', () => {
  it('lists the shortcuts of the open page in five groups, and marks those that work now', () => {
    const groups = listHelpGroups(new Set(['review.refs', 'app.help']), '');
    expect(groups.map(({ title }) => title)).toEqual(['Navigate', 'Actions', 'Edit', 'Score', 'View']);
    const find = (wanted: string) => linesOf(groups).find(({ id }) => id === wanted);
    expect(find('review.refs')?.isPossible).toBe(true);
    expect(find('review.tags')?.isPossible).toBe(false);
    expect(find('app.help')?.isPossible).toBe(true);
  });

  it('combines the keys for all scores in one line', () => {
    const scores = listHelpGroups(new Set(['review.score-3']), 'score').find(({ title }) => title === 'Score');
    expect(scores?.lines.filter(({ id }) => id === 'score')).toEqual([
      { id: 'score', label: 'Give a score (= is 10)', keys: ['1–9', '0', '=', '- 1–9'], isPossible: true },
    ]);
    expect(scores?.lines.some(({ id }) => id.startsWith('review.score-3'))).toBe(false);
  });

  it('leaves out empty groups and the shortcuts of other pages', () => {
    const groups = listHelpGroups(new Set(['app.help']), '');
    expect(groups.map(({ title }) => title)).toEqual(['Navigate', 'View']);
    expect(linesOf(groups).every(({ id }) => /^(app|go)\./.test(id))).toBe(true);
  });

  it('finds shortcuts by their label', () => {
    const groups = listHelpGroups(new Set(['review.refs']), 'show references');
    expect(linesOf(groups).map(({ id }) => id)).toEqual(['review.refs']);
    expect(listHelpGroups(new Set(), 'zebra')).toEqual([]);
  });
});
