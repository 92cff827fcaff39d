import { describe, expect, it } from 'vitest';
import { listHelpGroups } from './help-groups.ts';

describe('listHelpGroups', () => {
  it('lists all keys of the page that is open, and tells which of them do something now', () => {
    const [page, everywhere] = listHelpGroups(new Set(['review.refs', 'app.help']), '');
    expect(page?.title).toBe('On this page');
    expect(page?.lines.find(({ id }) => id === 'review.refs')?.isPossible).toBe(true);
    expect(page?.lines.find(({ id }) => id === 'review.tags')?.isPossible).toBe(false);
    expect(everywhere?.lines.find(({ id }) => id === 'app.help')?.isPossible).toBe(true);
  });

  it('leaves out the keys of other pages, and groups without any', () => {
    const groups = listHelpGroups(new Set(['app.help']), '');
    expect(groups.map(({ title }) => title)).toEqual(['Everywhere']);
  });

  it('finds keys by what they do', () => {
    const groups = listHelpGroups(new Set(['review.refs']), 'references');
    expect(groups.flatMap(({ lines }) => lines.map(({ id }) => id))).toEqual(['review.refs']);
    expect(listHelpGroups(new Set(), 'zebra')).toEqual([]);
  });
});
