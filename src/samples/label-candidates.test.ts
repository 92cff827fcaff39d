import { describe, expect, it } from 'vitest';
import { makeSampled, openDeskStore, recordJudged } from '../../test/support/sampled-desk.ts';
import { countJudged, isOnlyJudge } from './label-candidates.ts';

async function openJudged() {
  const store = await openDeskStore(makeSampled());
  await recordJudged(store, 'run-1', [{ reply: 'One', score: -2 }, { reply: 'Two' }, { reply: 'Three' }]);
  await recordJudged(store, 'run-2', [
    { reply: 'Four', score: -2, judge: 'mini' },
    { reply: 'Five', hash: 'other' },
    { reply: 'Six' },
  ]);
  return store.runs;
}

describe('countJudged', () => {
  it('counts the verdicts of the deck with this target', async () => {
    const runs = await openJudged();
    const count = (target: string) => countJudged(runs, { deckHash: 'd1', target, pass: 1 });
    expect(await count('gpt')).toEqual({ pass: 3, fail: 1 });
    expect(await count('mini')).toEqual({ pass: 0, fail: 1 });
  });
});

describe('isOnlyJudge', () => {
  it.each([
    ['run-1', 'gpt', true],
    ['run-1', 'mini', false],
    ['run-2', 'gpt', false],
    ['unknown', 'gpt', false],
  ])('is about %s and %s: %s', async (run, target, expected) => {
    expect(await isOnlyJudge(await openJudged(), run, { deckHash: 'd1', target })).toBe(expected);
  });
});
