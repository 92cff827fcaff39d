import { describe, expect, it } from 'vitest';
import type { Item, Turn } from '../../../../../src/conversation/item/item.ts';
import { mergeItems } from '../../../../../src/curate/merge/merge-items.ts';
import type { KeptChoices } from '../../../data/drafts/kept-choice.ts';
import type { MergeWork } from '../editor/item-editor.ts';
import { findWritten, readChoices, withChoice } from './kept-choices.ts';

const turn = (id: string, msg = id): Turn => ({ id, role: 'user', msg, tags: [] });
const talk = (...history: Turn[]): Item => ({
  ...{ id: 'i', datasetName: 'd', status: 'draft', refs: [], manualTags: [], meta: {} },
  history,
});
const base = talk(turn('a'), turn('b'));
const mine = talk(turn('a'), turn('b', 'mine'));

function toWork(theirs: Item, choices: KeptChoices = {}, own: Item = mine): MergeWork {
  const merged = mergeItems(base, own, theirs);
  return { base, mine: own, theirs, theirsBy: 'ben', theirsAt: '2026-01-01T00:00:00Z', merged, choices };
}

const theirs = talk(turn('a'), turn('b', 'theirs'));
const hand = { side: 'hand', text: 'both' } as const;

describe('the choices of a merge', () => {
  it('are kept when the merge view opens again', () => {
    const choices = withChoice(toWork(theirs), 0, hand);
    expect(readChoices(toWork(theirs, choices))).toEqual(new Map([[0, hand]]));
  });

  it('hold while theirs changes something else, even if turns move', () => {
    const choices = withChoice(toWork(theirs), 0, hand);
    const shifted = toWork(talk(turn('n'), turn('a'), turn('b', 'theirs')), choices);
    expect(shifted.merged.conflicts.map(({ path }) => path)).toEqual([['history', 2, 'msg']]);
    expect(readChoices(shifted)).toEqual(new Map([[0, hand]]));
  });

  it('reopen if theirs changes that field, and keep the text written by hand', () => {
    const choices = withChoice(toWork(theirs), 0, hand);
    const again = toWork(talk(turn('a'), turn('b', 'theirs again')), choices);
    expect(readChoices(again)).toEqual(new Map());
    expect(findWritten(again, 0)).toBe('both');
  });

  it('keep the text written by hand if another side is chosen', () => {
    const written = toWork(theirs, withChoice(toWork(theirs), 0, hand));
    const chosen = toWork(theirs, withChoice(written, 0, { side: 'theirs' }));
    expect(readChoices(chosen)).toEqual(new Map([[0, { side: 'theirs' }]]));
    expect(findWritten(chosen, 0)).toBe('both');
  });

  it('tell two conflicts at one path apart', () => {
    const work = toWork(talk(turn('a', 'theirs')), {}, talk(turn('b', 'mine')));
    expect(work.merged.conflicts.length).toBe(2);
    const choices = withChoice(work, 0, { side: 'theirs' });
    expect([...readChoices({ ...work, choices }).keys()]).toEqual([0]);
  });
});
