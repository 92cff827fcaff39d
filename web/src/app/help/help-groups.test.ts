import { describe, expect, it } from 'vitest';
import { listHelpGroups } from './help-groups.ts';

const linesOf = (groups: ReturnType<typeof listHelpGroups>) => groups.flatMap(({ lines }) => lines);

describe('listHelpGroups', () => {
  it('lists the shortcuts of the open page in five groups, and which of them work right now', () => {
    const groups = listHelpGroups(new Set(['review.refs', 'app.help']), '');
    expect(groups.map(({ title }) => title)).toEqual(['Navigate', 'Actions', 'Edit', 'Score', 'View']);
    const find = (wanted: string) => linesOf(groups).find(({ id }) => id === wanted);
    expect(find('review.refs')?.isPossible).toBe(true);
    expect(find('review.tags')?.isPossible).toBe(false);
    expect(find('app.help')?.isPossible).toBe(true);
  });

  it('has one line for all scores', () => {
    const scores = listHelpGroups(new Set(['review.score-3']), 'score').find(({ title }) => title === 'Score');
    expect(scores?.lines.filter(({ id }) => id === 'score')).toEqual([
      { id: 'score', label: 'Give a score (= is 10)', keys: ['1–9', '0', '=', '- 1–9'], isPossible: true },
    ]);
    expect(scores?.lines.some(({ id }) => id.startsWith('review.score-3'))).toBe(false);
  });

  it('leaves out the shortcuts of other pages, and empty groups', () => {
    const groups = listHelpGroups(new Set(['app.help']), '');
    expect(groups.map(({ title }) => title)).toEqual(['Navigate', 'View']);
    expect(linesOf(groups).every(({ id }) => /^(app|go)\./.test(id))).toBe(true);
  });

  it('finds shortcuts by what they do', () => {
    const groups = listHelpGroups(new Set(['review.refs']), 'show references');
    expect(linesOf(groups).map(({ id }) => id)).toEqual(['review.refs']);
    expect(listHelpGroups(new Set(), 'zebra')).toEqual([]);
  });
});
