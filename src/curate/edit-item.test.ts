import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryItem, arbitraryNamedHistory } from '../../test/support/arbitrary-item.ts';
import type { Item, Turn } from '../conversation/item/item.ts';
import { applyPatch } from './edit-item.ts';
import type { ItemPatch } from './item-patch.ts';

function newNames(): () => string {
  let count = 0;
  return () => `new-${++count}`;
}

const edit = (current: Item, patch: ItemPatch) => applyPatch(current, patch, { newTurnId: newNames() });

const blank: Item = { id: 'i', datasetName: 'd', status: 'approved', refs: [], manualTags: [], meta: {} };
const turn = (id: string, role: string, msg: string, more: Partial<Turn> = {}): Turn => ({
  id,
  role,
  msg,
  tags: [],
  ...more,
});
const bare = ({ id: _id, ...rest }: Turn): Turn => rest;

const history = [
  turn('1', 'user', 'q1'),
  turn('2', 'assistant', 'a1', { refs: [{ url: 'http://a' }], answerKey: { reference: 'r1' } }),
  turn('3', 'user', 'q2'),
  turn('4', 'assistant', 'a2', { tags: ['x'], answerKey: { reference: 'r2' } }),
];
const item: Item = { ...blank, synthQuestion: 's', editedQuestion: 'q2', answer: 'a2', history };
const flags = (edited: Item) => edited.history?.map(({ answerKey }) => answerKey?.contextChanged);

describe('applyPatch', () => {
  it('changes what is carried and nothing else', () => {
    const { item: edited } = edit({ ...item, comment: 'c' }, { comment: null, weight: 2, status: 'draft' });
    expect(edited).toEqual({ ...item, weight: 2 });
    expect(edited).not.toHaveProperty('comment');
  });

  it.each([
    [{ comment: 'x' }, false, true],
    [{ meta: { a: 1 } }, false, true],
    [{ manualTags: ['a:b'] }, true, true],
    [{ refs: [{ url: 'u' }] }, true, true],
    [{ synthQuestion: 'x' }, true, true],
    [{ answer: 'a2', history }, false, false],
    [{ status: 'draft' as const }, false, false],
    [{ history: null }, true, true],
  ])('tells whether %j changes anything that was reviewed', (patch, isContentChanged, isChanged) => {
    expect(edit(item, patch)).toMatchObject({ isContentChanged, isChanged });
  });
});

describe('question and answer', () => {
  const texts = (edited: Item) => [
    edited.editedQuestion,
    edited.history?.at(2)?.msg,
    edited.answer,
    edited.history?.at(3)?.msg,
  ];
  const changed = history.with(3, turn('4', 'assistant', 'new'));

  it.each([
    ['a field in step writes its turn', item, { answer: 'new' }, ['q2', 'q2', 'new', 'new']],
    ['a turn in step writes its field', item, { history: changed }, ['q2', 'q2', 'new', 'new']],
    ['both written are each as given', item, { answer: 'old', history: changed }, ['q2', 'q2', 'old', 'new']],
    ['a question in step writes its turn', item, { editedQuestion: 'new' }, ['new', 'new', 'a2', 'a2']],
    ['out of step, the turn stays', { ...item, answer: 'x' }, { answer: 'new' }, ['q2', 'q2', 'new', 'a2']],
    ['out of step, the field stays', { ...item, answer: 'x' }, { history: changed }, ['q2', 'q2', 'x', 'new']],
    ['a cleared field leaves its turn', item, { answer: null }, ['q2', 'q2', undefined, 'a2']],
    ['a turn sent as it was is not written', item, { answer: 'new', history }, ['q2', 'q2', 'new', 'new']],
    ['a field sent as it was is not written', item, { answer: 'a2', history: changed }, ['q2', 'q2', 'new', 'new']],
  ])('%s', (_rule, current, patch, wanted) => {
    expect(texts(edit(current, patch).item)).toEqual(wanted);
  });

  it('leaves absent what is absent', () => {
    const { answer: _answer, ...without } = item;
    expect(edit(without, { history: changed }).item).not.toHaveProperty('answer');
    expect(edit({ ...blank, synthQuestion: 's' }, { answer: 'a' }).item).toEqual({
      ...blank,
      synthQuestion: 's',
      answer: 'a',
    });
  });

  it('follow the last turn of their role, even if another turn becomes the last', () => {
    expect(edit(item, { history: history.slice(0, 2) }).item).toMatchObject({ editedQuestion: 'q1', answer: 'a1' });
  });
});

describe('turn ids', () => {
  const ids = (edited: Item) => edited.history?.map(({ id }) => id);

  it('come first in their turn, and are kept, inherited or made', () => {
    const sent = [bare(turn('', 'user', 'new')), ...history.map(bare), turn('mine', 'tool', 'x')];
    const { item: edited } = edit(item, { history: sent });
    expect(ids(edited)).toEqual(['new-1', '1', '2', '3', '4', 'mine']);
    expect(Object.keys(edited.history?.[0] ?? {})[0]).toBe('id');
  });

  it('never reuse the id of an earlier turn', () => {
    const sent = [...history.slice(0, 3), bare(turn('', 'tool', 'new'))];
    const taken = { ...item, history: history.with(3, turn('new-1', 'assistant', 'a2')) };
    expect(ids(edit(taken, { history: sent }).item)).toEqual(['1', '2', '3', 'new-2']);
  });

  it('keep refs and tags with their turn when turns are removed, inserted and moved', () => {
    const moved = [history[3], turn('9', 'tool', 't'), history[1]].filter((one) => one !== undefined);
    const edited = edit(item, { history: moved }).item.history;
    expect(edited?.map(({ id, refs, tags }) => [id, refs?.length, ...tags])).toEqual([
      ['4', undefined, 'x'],
      ['9', undefined],
      ['2', 1],
    ]);
  });
});

describe('contextChanged', () => {
  const edited = (at: number, more: Partial<Turn>) =>
    history.with(at, { ...turn('', '', ''), ...history[at], ...more });
  const flagged = history.with(
    3,
    turn('4', 'assistant', 'a2', { answerKey: { reference: 'r2', contextChanged: true } }),
  );

  it.each([
    ['a later key when a text changes', edited(2, { msg: 'new' }), [undefined, undefined, undefined, true]],
    ['all later keys when the first text changes', edited(0, { msg: 'new' }), [undefined, true, undefined, true]],
    ['later keys when a speaker is named', edited(0, { name: 'Ann' }), [undefined, true, undefined, true]],
    ['keys behind a removed turn', history.slice(1), [true, undefined, true]],
    [
      'keys behind an inserted turn',
      [turn('0', 'system', 's'), ...history],
      [undefined, undefined, true, undefined, true],
    ],
    [
      'no key when refs and tags change',
      edited(0, { tags: ['t'], refs: [{ url: 'u' }] }),
      [undefined, undefined, undefined, undefined],
    ],
    ['not the key of the edited turn', edited(3, { msg: 'new' }), [undefined, undefined, undefined, undefined]],
    [
      'not a key that was rewritten with the edit',
      edited(2, { msg: 'new' }).with(3, turn('4', 'assistant', 'a2', { answerKey: { reference: 'other' } })),
      [undefined, undefined, undefined, undefined],
    ],
  ])('flags %s', (_what, sent, wanted) => {
    expect(flags(edit(item, { history: sent }).item)).toEqual(wanted);
  });

  it('is set by a question that writes its turn', () => {
    expect(flags(edit(item, { editedQuestion: 'new' }).item)).toEqual([undefined, undefined, undefined, true]);
  });

  it('is taken off by a key that is sent without it, and stays off although the context changes again', () => {
    const current = { ...item, history: flagged };
    expect(flags(edit(current, { history }).item)?.at(3)).toBeUndefined();
    expect(flags(edit(current, { history: edited(2, { msg: 'new' }) }).item)?.at(3)).toBeUndefined();
    expect(flags(edit(current, { history: flagged }).item)?.at(3)).toBe(true);
  });
});

describe('any edit', () => {
  it('of nothing changes nothing, and the history sent back changes nothing', () => {
    fc.assert(
      fc.property(arbitraryItem(arbitraryNamedHistory), (current) => {
        expect(edit(current, {})).toEqual({ item: current, isContentChanged: false, isChanged: false });
        if (current.history === undefined) return;
        expect(edit(current, { history: current.history }).isChanged).toBe(false);
        expect(edit(current, { history: current.history.map(bare) }).isChanged).toBe(false);
      }),
    );
  });

  it('leaves every turn with an id of its own', () => {
    fc.assert(
      fc.property(arbitraryItem(arbitraryNamedHistory), arbitraryItem(), (current, other) => {
        const { history: edited = [] } = edit(current, { history: other.history ?? null }).item;
        expect(new Set(edited.map(({ id }) => id ?? '')).size).toBe(edited.length);
        expect(edited.map(({ msg }) => msg)).toEqual((other.history ?? []).map(({ msg }) => msg));
      }),
    );
  });
});
