import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import { listMissing } from '../../../../../src/curate/approval.ts';
import { toTurns } from '../../../../../src/curate/conversation-view.ts';
import { withTurnKey, withTurnRechecked, withTurnRole, withTurnTags, withTurnText } from './turn-changes.ts';
import { withHistory } from './turn-history.ts';

const plain = { id: 'a', datasetName: 'd', status: 'draft', refs: [], manualTags: [], meta: {} } as const;
const single: Item = {
  ...plain,
  manualTags: [],
  synthQuestion: 'How long?',
  answer: 'Two years.',
  refs: [{ url: 'https://a' }],
};
const talk: Item = {
  ...plain,
  refs: [],
  manualTags: [],
  history: [
    { id: 'q', role: 'user', msg: 'Q', tags: [] },
    { id: 'r', role: 'assistant', msg: 'A', tags: ['x'], answerKey: { mustMention: ['A'], contextChanged: true } },
  ],
};

describe('withHistory', () => {
  it('makes two turns of a question and an answer, the refs behind the answer', () => {
    const { history, refs } = withHistory(single);
    expect(history).toEqual([
      { id: 'question', role: 'user', msg: 'How long?', tags: [] },
      { id: 'answer', role: 'assistant', msg: 'Two years.', tags: [], refs: [{ url: 'https://a' }] },
    ]);
    expect(refs).toEqual([]);
  });

  it('leaves what the turns say as it was, and everything that approval looks at', () => {
    const full = withHistory(single);
    expect(toTurns(full).map(({ role, msg }) => [role, msg])).toEqual(
      toTurns(single).map(({ role, msg }) => [role, msg]),
    );
    expect(listMissing(full, { schema: { groups: [] }, findPattern: undefined })).toEqual([]);
  });

  it('keeps the refs of an item that has no answer', () => {
    const { answer: _none, ...question } = single;
    expect(withHistory(question).refs).toEqual(single.refs);
  });

  it('leaves an item that has one as it is', () => {
    expect(withHistory(talk)).toBe(talk);
  });
});

describe('withTurnText', () => {
  it('writes the fields of an item without history, never the generated question', () => {
    expect(withTurnText(single, 'question', 'New?')).toEqual({ ...single, editedQuestion: 'New?' });
    expect(withTurnText(single, 'answer', 'New.')).toEqual({ ...single, answer: 'New.' });
  });

  it('writes one turn and leaves the others the same objects', () => {
    const { history } = withTurnText(talk, 'q', 'Q2');
    expect(history?.[0]?.msg).toBe('Q2');
    expect(history?.[1]).toBe(talk.history?.[1]);
  });

  it('does not change the item if the turn was removed', () => {
    expect(withTurnText(talk, 'gone', 'x')).toBe(talk);
    expect(withTurnText(single, 'gone', 'x')).toBe(single);
  });
});

describe('withTurnRole', () => {
  it.each([
    ['tool', 'tool'],
    [' narrator ', 'narrator'],
    ['  ', 'user'],
  ])('with %j is %j', (role, is) => {
    expect(withTurnRole(talk, 'q', role).history?.[0]?.role).toBe(is);
  });
});

describe('withTurnTags', () => {
  it('keeps each tag once, trimmed', () => {
    expect(withTurnTags(talk, 'r', [' x', 'y', 'x ', '']).history?.[1]?.tags).toEqual(['x', 'y']);
  });

  it('gives an item without history one', () => {
    expect(withTurnTags(single, 'answer', ['x']).history?.[1]).toMatchObject({ id: 'answer', tags: ['x'] });
  });
});

describe('withTurnKey', () => {
  it('changes fields, takes empty ones away, and counts as a look at the key', () => {
    const changed = withTurnKey(talk, 'r', { outcome: 'Says A.', mustMention: [] });
    expect(changed.history?.[1]?.answerKey).toEqual({ outcome: 'Says A.' });
  });

  it('takes a key away that says nothing', () => {
    expect(withTurnKey(talk, 'r', { mustMention: [] }).history?.[1]).not.toHaveProperty('answerKey');
  });
});

describe('withTurnRechecked', () => {
  it('takes the flag off and nothing else', () => {
    expect(withTurnRechecked(talk, 'r').history?.[1]?.answerKey).toEqual({ mustMention: ['A'] });
    expect(withTurnRechecked(talk, 'q').history).toEqual(talk.history);
  });
});
