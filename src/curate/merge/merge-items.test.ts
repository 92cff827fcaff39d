import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryItem, arbitraryNamedHistory } from '../../../test/support/arbitrary-item.ts';
import type { Item, Turn } from '../../conversation/item/item.ts';
import { mergeItems } from './merge-items.ts';

const turn = (id: string, more: Partial<Turn> = {}): Turn => ({ id, role: 'user', msg: id, tags: [], ...more });
const talk = (...history: Turn[]): Item => ({ ...blank, history });
const blank: Item = { id: 'i', datasetName: 'd', status: 'draft', refs: [], manualTags: [], meta: {} };
const [a, b, c] = [turn('a'), turn('b'), turn('c')];
const base = talk(a, b, c);

function merge(mine: Item, theirs: Item, from = base) {
  const { item, conflicts } = mergeItems(from, mine, theirs);
  return { item, conflicts, ids: item.history?.map(({ id, msg }) => id ?? msg).join(' ') };
}

describe('mergeItems', () => {
  it('takes each field from the side that changed it', () => {
    const { item, conflicts } = merge({ ...base, answer: 'x', comment: 'c' }, { ...base, weight: 2, meta: { m: 1 } });
    expect(item).toEqual({ ...base, answer: 'x', comment: 'c', weight: 2, meta: { m: 1 } });
    expect(conflicts).toEqual([]);
  });

  it('keeps mine of what both changed, and says so', () => {
    const { item, conflicts } = merge({ ...base, answer: 'x' }, { ...base, answer: 'y' });
    expect(item.answer).toBe('x');
    expect(conflicts).toEqual([{ path: ['answer'], mine: 'x', theirs: 'y' }]);
  });

  it('joins tags and refs that both sides added, and drops those that either removed', () => {
    const from = { ...base, manualTags: ['t:1', 't:2'], refs: [{ url: 'u' }, { url: 'v' }] };
    const mine = { ...from, manualTags: ['t:2', 't:m'], refs: [{ url: 'u', title: 'U' }, { url: 'v' }, { url: 'm' }] };
    const theirs = { ...from, manualTags: ['t:1', 't:2', 't:t'], refs: [{ url: 'u', type: 'kb' }, { url: 't' }] };
    const { item, conflicts } = merge(mine, theirs, from);
    expect(item.manualTags).toEqual(['t:2', 't:t', 't:m']);
    expect(item.refs).toEqual([{ url: 'u', title: 'U', type: 'kb' }, { url: 'm' }, { url: 't' }]);
    expect(conflicts).toEqual([]);
  });

  it('merges one turn by its fields, its answer key too', () => {
    const { item, conflicts } = merge(
      talk(a, turn('b', { msg: 'mine', answerKey: { reference: 'm', outcome: 'o' } }), c),
      talk(a, turn('b', { tags: ['theirs'], answerKey: { reference: 't', mustMention: ['x'] } }), c),
    );
    expect(item.history?.[1]).toEqual(
      turn('b', { msg: 'mine', tags: ['theirs'], answerKey: { reference: 'm', mustMention: ['x'], outcome: 'o' } }),
    );
    expect(conflicts).toEqual([{ path: ['history', 1, 'answerKey', 'reference'], mine: 'm', theirs: 't' }]);
  });

  it('takes marks of failing replies from theirs, with what mine says about an open one', () => {
    const mark = { run: 'r', caseId: 'c', verdicts: [] };
    const said = { ...mark, settled: { as: 'answer-was-right' as const, reason: 'mine' } };
    const fixed = { ...mark, settled: { as: 'answer-fixed' as const } };
    const marked = (replyUnderTest: typeof mark) => talk(a, turn('b', { replyUnderTest }), c);
    const cases = [
      [marked(said), marked(mark), said],
      [marked(said), marked(fixed), fixed],
      [marked(mark), marked(fixed), fixed],
    ] as const;
    for (const [mine, theirs, wanted] of cases) {
      const { item, conflicts } = merge(mine, theirs, marked(mark));
      expect(item.history?.[1]?.replyUnderTest).toEqual(wanted);
      expect(conflicts).toEqual([]);
    }
  });

  it.each([
    ['insertions of both', [a, turn('m'), b, c], [a, b, c, turn('t')], 'a m b c t'],
    ['insertions at one place', [a, turn('m'), b, c], [a, turn('t'), b, c], 'a m t b c'],
    ['insertions at the start', [turn('m'), turn('n'), a, b, c], [turn('t'), a, b, c], 'm n t a b c'],
    ['removals of both', [a, c], [a, b], 'a'],
    ['an insertion behind what the other removed', [a, b, turn('m'), c], [a, c], 'a m c'],
    ['a move of mine and an insertion of theirs', [c, a, b], [a, turn('t'), b, c], 'c a t b'],
    ['a move of theirs and a removal of mine', [a, c], [c, b, a], 'c a'],
  ])('joins %s', (_what, mine, theirs, ids) => {
    expect(merge(talk(...mine), talk(...theirs))).toMatchObject({ ids, conflicts: [] });
  });

  it('finds a turn that came back without its id, and keeps the id', () => {
    const { id: _id, ...unnamed } = turn('b', { tags: ['m'] });
    const { item, conflicts } = merge({ ...blank, history: [a, unnamed, c] }, talk(a, turn('b', { refs: [] }), c));
    expect(item.history?.[1]).toEqual(turn('b', { tags: ['m'], refs: [] }));
    expect(conflicts).toEqual([]);
  });

  it('calls it a conflict when one side removed what the other edited, and keeps mine', () => {
    const edited = turn('b', { msg: 'new' });
    const kept = merge(talk(a, edited, c), talk(a, c));
    expect(kept).toMatchObject({ ids: 'a b c', conflicts: [{ path: ['history', 1], base: b, mine: edited }] });
    const removed = merge(talk(a, c), talk(a, edited, c));
    expect(removed).toMatchObject({ ids: 'a c', conflicts: [{ path: ['history', 1], base: b, theirs: edited }] });
  });

  it('calls two different orders a conflict, and keeps mine', () => {
    expect(merge(talk(b, a, c), talk(a, c, b))).toMatchObject({
      ids: 'b a c',
      conflicts: [{ path: ['history'], base: ['a', 'b', 'c'], mine: ['b', 'a', 'c'], theirs: ['a', 'c', 'b'] }],
    });
  });
});

describe('the laws of merging', () => {
  const any = arbitraryItem(arbitraryNamedHistory);

  it('are that the side which changed nothing gives way, and that two equal edits are one', () => {
    fc.assert(
      fc.property(any, any, (from, edited) => {
        expect(mergeItems(from, from, edited)).toEqual({ item: edited, conflicts: [] });
        expect(mergeItems(from, edited, from)).toEqual({ item: edited, conflicts: [] });
        expect(mergeItems(from, edited, edited)).toEqual({ item: edited, conflicts: [] });
      }),
    );
  });

  it('are that edits of different turns and fields never meet', () => {
    const names = ['1', '2', '3', '4', '5'];
    const from: Item = { ...blank, synthQuestion: 'q', history: names.map((id) => turn(id)) };
    const split = fc.array(fc.constantFrom('mine', 'theirs', 'none'), { minLength: 7, maxLength: 7 });
    const kind = fc.constantFrom('edit', 'remove', 'insert');
    fc.assert(
      fc.property(split, fc.array(kind, { minLength: 5, maxLength: 5 }), (sides, edits) => {
        const edit = (side: string): Item => ({
          ...from,
          ...(sides[5] === side ? { answer: side } : {}),
          ...(sides[6] === side ? { manualTags: [`by:${side}`] } : {}),
          history: names.flatMap((id, at) => (sides[at] === side ? editTurn(id, edits[at]) : [turn(id)])),
        });
        const { item, conflicts } = mergeItems(from, edit('mine'), edit('theirs'));
        expect(conflicts).toEqual([]);
        const wanted = names.flatMap((id, at) => (sides[at] === 'none' ? [turn(id)] : editTurn(id, edits[at])));
        expect(item.history).toEqual(wanted);
        expect([item.answer ?? 'none', item.manualTags.join() || 'by:none']).toEqual([sides[5], `by:${sides[6]}`]);
      }),
    );
  });

  it('are that nothing either side added is lost', () => {
    fc.assert(
      fc.property(any, any, any, (from, mine, theirs) => {
        const { item } = mergeItems(from, mine, theirs);
        const ids = new Set(item.history?.map(({ id }) => id));
        expect(ids.size).toBe(item.history?.length ?? 0);
        if (mine.history === undefined || theirs.history === undefined) return;
        const known = new Set(from.history?.map(({ id }) => id));
        for (const { id } of [...mine.history, ...theirs.history]) if (!known.has(id)) expect(ids).toContain(id);
      }),
    );
  });
});

function editTurn(id: string, edit: string | undefined): Turn[] {
  if (edit === 'remove') return [];
  return edit === 'insert' ? [turn(id), turn(`${id}+`)] : [turn(id, { msg: 'edited' })];
}
