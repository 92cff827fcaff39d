import { describe, expect, it } from 'vitest';
import type { Talk } from '../../../../src/curate/conversation-view.ts';
import type { ScoredLabel } from './pending-label.ts';
import { placeLabel } from './place-label.ts';

const talk = {
  refs: [],
  history: [
    { id: 'new', role: 'user', msg: 'before', tags: [] },
    { id: 'q', role: 'user', msg: 'one', tags: [] },
    { id: 'r', role: 'assistant', msg: 'two', tags: [] },
  ],
  revision: 7,
};
const label = { dataset: 'd', id: 'a', turnIndex: 1, question: 'overall', score: 1, reason: '', blind: true };

interface Stage {
  readonly item?: Talk & { readonly revision: number };
  readonly isUnsaved?: boolean;
}

const place = (given: Partial<ScoredLabel>, { item = talk, isUnsaved = false }: Stage = {}) =>
  placeLabel({ ...label, ...given }, { isUnsaved: async () => isUnsaved, read: async () => item });

describe('placeLabel', () => {
  it('finds a turn by its id, not by its index on screen', async () => {
    expect(await place({ turnId: 'r', turnIndex: 1 })).toEqual({ kind: 'placed', turnIndex: 2, revision: 7 });
  });

  it('waits for unsaved edits, even for a label of the whole conversation', async () => {
    expect(await place({ turnId: 'r' }, { isUnsaved: true })).toEqual({ kind: 'unsaved' });
    expect(await place({ turnIndex: null }, { isUnsaved: true })).toEqual({ kind: 'unsaved' });
  });

  it('reports a turn that does not exist although everything is saved', async () => {
    expect(await place({ turnId: 'deleted' })).toEqual({ kind: 'gone' });
  });

  it('places a label of the whole conversation at the current revision', async () => {
    expect(await place({ turnIndex: null })).toEqual({ kind: 'placed', turnIndex: null, revision: 7 });
  });

  it('finds the question and the answer of an item without a history', async () => {
    const item = { refs: [], editedQuestion: 'one', answer: 'two', revision: 3 };
    expect(await place({ turnId: 'answer' }, { item })).toEqual({ kind: 'placed', turnIndex: 1, revision: 3 });
    expect(await place({ turnId: 'new' }, { item })).toEqual({ kind: 'gone' });
  });
});
