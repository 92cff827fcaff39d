import { describe, expect, it } from 'vitest';
import { parseRecent, toRecent } from './use-action-entries.ts';

describe('recent actions', () => {
  it('are sorted newest first, without duplicates, and limited to five', () => {
    const first = toRecent(['go.home', 'go.review', 'go.tags', 'go.import', 'app.theme'], 'go.tags');
    expect(first).toEqual(['go.tags', 'go.home', 'go.review', 'go.import', 'app.theme']);
    expect(toRecent(first, 'app.help')).toEqual(['app.help', 'go.tags', 'go.home', 'go.review', 'go.import']);
  });

  it('are read back as stored, without unknown actions', () => {
    expect(parseRecent('go.home review.gone constructor go.tags')).toEqual(['go.home', 'go.tags']);
    expect(parseRecent(null)).toEqual([]);
  });
});
