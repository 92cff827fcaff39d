import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item, Turn } from '../../../../../src/conversation/item/item.ts';
import { mergeItems } from '../../../../../src/curate/merge/merge-items.ts';
import { arbitraryItem, arbitraryNamedHistory } from '../../../../../test/support/arbitrary-item.ts';
import type { MergeWork } from '../editor/item-editor.ts';
import { listMergeCases } from './merge-cases.ts';
import { isOrderConflict, type MergeChoice, resolveMerge } from './resolve-merge.ts';

const turn = (id: string, more: Partial<Turn> = {}): Turn => ({ id, role: 'user', msg: id, tags: [], ...more });
const blank: Item = { id: 'i', datasetName: 'd', status: 'draft', refs: [], manualTags: [], meta: {} };
const talk = (...history: Turn[]): Item => ({ ...blank, history });
const [a, b, c] = [turn('a'), turn('b'), turn('c')];

function toWork(mine: Item, theirs: Item, base: Item = talk(a, b, c)): MergeWork {
  const merged = mergeItems(base, mine, theirs);
  return { base, mine, theirs, theirsBy: 'ben', theirsAt: '2026-01-01T00:00:00Z', merged, choices: {} };
}

function resolveAll(work: MergeWork, choice: MergeChoice): Item {
  return resolveMerge(work, new Map(work.merged.conflicts.map((_, place) => [place, choice])));
}

const toIds = ({ history = [] }: Item) => history.map(({ id }) => id).join(' ');

describe('resolveMerge', () => {
  it('takes mine, theirs, or text written by hand', () => {
    const work = toWork(talk(turn('a', { msg: 'mine' }), b, c), talk(turn('a', { msg: 'theirs' }), b, c));
    expect(resolveAll(work, { side: 'mine' }).history?.[0]?.msg).toBe('mine');
    expect(resolveAll(work, { side: 'theirs' }).history?.[0]?.msg).toBe('theirs');
    expect(resolveAll(work, { side: 'hand', text: 'both' }).history?.[0]?.msg).toBe('both');
  });

  it('removes a turn that theirs removed, and restores a turn that mine removed', () => {
    const edited = turn('b', { msg: 'edited' });
    expect(toIds(resolveAll(toWork(talk(a, edited, c), talk(a, c)), { side: 'theirs' }))).toBe('a c');
    expect(toIds(resolveAll(toWork(talk(a, c), talk(a, edited, c)), { side: 'theirs' }))).toBe('a b c');
    expect(toIds(resolveAll(toWork(talk(turn('m'), a, c), talk(a, edited, c)), { side: 'theirs' }))).toBe('m a b c');
  });

  it('tells two turns apart that each side removed at the same index', () => {
    const work = toWork(talk(a, turn('b', { msg: 'mine' })), talk(a, turn('c', { msg: 'theirs' })));
    expect(work.merged.conflicts.map(({ path }) => path)).toEqual([
      ['history', 1],
      ['history', 1],
    ]);
    expect(toIds(resolveAll(work, { side: 'theirs' }))).toBe('a c');
    expect(toIds(resolveMerge(work, new Map([[0, { side: 'theirs' }]])))).toMatch(/^a (b c|c b)$/);
  });

  it('takes the order of theirs, with my turns after the turns they followed', () => {
    const work = toWork(talk(b, turn('m'), a, c), talk(a, c, b));
    expect(toIds(resolveAll(work, { side: 'mine' }))).toBe('b m a c');
    expect(toIds(resolveAll(work, { side: 'theirs' }))).toBe('a c b m');
  });

  it('clears a field that theirs cleared', () => {
    const base = { ...talk(a), comment: 'c' };
    const { comment: _gone, ...theirs } = base;
    const work = toWork({ ...base, comment: 'mine' }, theirs, base);
    expect(resolveAll(work, { side: 'theirs' })).not.toHaveProperty('comment');
  });

  it('leaves no conflict, whichever side is chosen', () => {
    const any = arbitraryItem(arbitraryNamedHistory);
    fc.assert(
      fc.property(any, any, any, (base, mine, theirs) => {
        const work = toWork({ ...mine, status: base.status }, { ...theirs, status: base.status }, base);
        expect(resolveAll(work, { side: 'mine' })).toEqual(work.merged.item);
        const settled = resolveAll(work, { side: 'theirs' });
        // If only mine changed the order, a restored turn may be at an index that neither side chose.
        const hasOrderConflict = work.merged.conflicts.some(isOrderConflict);
        const left = mergeItems(base, settled, work.theirs).conflicts;
        expect(left.filter((conflict) => hasOrderConflict || !isOrderConflict(conflict))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('listMergeCases', () => {
  it('titles each conflict by its turn and field', () => {
    const key = (reference: string) => ({ answerKey: { reference } });
    const work = toWork(
      talk(turn('a', { msg: 'mine', ...key('m') }), c),
      talk(turn('a', { msg: 'theirs', ...key('t') }), turn('b', { msg: 'new', tags: ['t'] }), c),
    );
    expect(listMergeCases(work)).toMatchObject([
      { title: 'Turn 1, user: text', base: 'a', mine: 'mine', theirs: 'theirs', isText: true },
      { title: 'Turn 1, user: answer key, reference answer', mine: 'm', theirs: 't', isText: true },
      {
        title: 'Turn 2, user',
        note: 'You removed it. ben changed the text and the tags.',
        theirs: 'new',
        isText: false,
      },
    ]);
  });

  it('shows a conflict about the order as the first words of the turns', () => {
    const [shown] = listMergeCases(toWork(talk(b, a, c), talk(a, c, b)));
    expect(shown).toMatchObject({ title: 'Turn order', mine: 'user: b\nuser: a\nuser: c', isText: false });
  });
});
