import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import { listMissing } from '../../../../../src/curate/approval.ts';
import { listWarnings } from '../../../../../src/curate/warnings.ts';
import { toShownTurns } from '../../../parts/conversation/shown-turns.ts';
import { toTurnRemarks } from './turn-remarks.ts';

const plain: Item = { id: 'a', datasetName: 'd', status: 'draft', refs: [], manualTags: [], meta: {} };
const remarksOf = (item: Item) => {
  const { byTurn, ofAll } = toTurnRemarks(toShownTurns(item), {
    item,
    missing: listMissing(item, { schema: { groups: [] }, findPattern: undefined }),
    warnings: listWarnings(item),
  });
  return { byTurn: Object.fromEntries([...byTurn].map(([id, list]) => [id, list.map(({ kind }) => kind)])), ofAll };
};

describe('toTurnRemarks', () => {
  it('puts what is missing and what is worth a look at its turn', () => {
    const item: Item = {
      ...plain,
      history: [
        { id: 'q', role: 'user', msg: ' ', tags: [], refs: [{ url: 'https://a' }] },
        { id: 'r', role: 'assistant', msg: 'A', tags: [], answerKey: { contextChanged: true, outcome: 'https://b' } },
      ],
    };
    expect(remarksOf(item)).toEqual({ byTurn: { q: ['missing', 'warning'], r: ['missing'] }, ofAll: [] });
  });

  it('puts a missing answer on the conversation', () => {
    const item: Item = { ...plain, history: [{ id: 'q', role: 'user', msg: 'Q', tags: [] }] };
    expect(remarksOf(item).ofAll).toHaveLength(1);
  });

  it('finds the turns of an item without history by its fields', () => {
    const item: Item = {
      ...plain,
      editedQuestion: '',
      answer: '',
      refs: [{ url: 'https://a', content: 'x', keyExcerpt: 'y' }],
    };
    expect(remarksOf(item)).toEqual({ byTurn: { question: ['missing'], answer: ['missing', 'warning'] }, ofAll: [] });
  });
});
