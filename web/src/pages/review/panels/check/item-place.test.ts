import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../../src/conversation/item.ts';
import { toItemPlace } from './item-place.ts';

const item: Item = {
  id: 'a',
  datasetName: 'd',
  status: 'draft',
  refs: [],
  history: [
    { id: 'q', role: 'user', msg: '', tags: [] },
    { id: 'r', role: 'assistant', msg: 'A', tags: [] },
  ],
  manualTags: [],
  meta: {},
};
const { history: _none, ...single } = item;

describe('toItemPlace', () => {
  it.each([
    ['history[0].msg', 'Turn 1', 'q', undefined],
    ['history[1].answerKey.contextChanged', 'Turn 2, answer key', 'r', undefined],
    ['history[1].refs[2].keyExcerpt', 'Turn 2, reference 3', 'r', 'refs'],
    ['history[0].refs', 'Turn 1, references', 'q', 'refs'],
    ['history[0].tags[1]', 'Turn 1, tags', 'q', 'tags'],
    ['history', 'Conversation', undefined, undefined],
    ['history[9].msg', 'Turn 10', undefined, undefined],
    ['refs[0].keyExcerpt', 'Reference 1', undefined, 'refs'],
    ['manualTags', 'Tags', undefined, 'tags'],
    ['manualTags[3]', 'Tags', undefined, 'tags'],
    ['comment', 'Comment', undefined, 'comment'],
    ['editedQuestion', 'Question', 'q', undefined],
    ['answer', 'Answer', 'r', undefined],
    ['anything.else', 'Conversation', undefined, undefined],
  ])('of %s is %s', (path, name, turnId, panel) => {
    expect(toItemPlace(item, path)).toEqual({ name, turnId, panel, path });
  });

  it('of a field of an item without history is the turn that it is shown as', () => {
    expect(toItemPlace({ ...single, answer: '' }, 'answer').turnId).toBe('answer');
    expect(toItemPlace({ ...single, synthQuestion: '' }, 'synthQuestion').turnId).toBe('question');
  });
});
