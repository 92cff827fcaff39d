import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../../src/conversation/item/item.ts';
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
    expect(toItemPlace(item, { path })).toMatchObject({ name, turnId, panel, path });
  });

  it('of a field of an item without history is the turn that it is shown as', () => {
    const place = toItemPlace({ ...single, answer: '' }, { path: 'answer' });
    expect(place).toMatchObject({ turnId: 'answer', isToWrite: true });
    expect(toItemPlace({ ...single, synthQuestion: '' }, { path: 'synthQuestion' }).turnId).toBe('question');
  });

  it('of a missing turn is the place where turns are added', () => {
    const asked = { ...single, synthQuestion: 'Why?' };
    expect(toItemPlace(asked, { path: 'answer' })).toMatchObject({ turnId: undefined, focus: 'add-turn' });
    expect(toItemPlace(item, { path: 'history' })).toMatchObject({ turnId: undefined, focus: 'add-turn' });
  });

  it.each([
    ['history[0].msg', undefined, true],
    ['history[1].msg', undefined, false],
    ['history[1].answerKey.contextChanged', 'history[1].answerKey.contextChanged', false],
    ['history[1].answerKey', undefined, false],
    ['history[1].refs[0].url', 'history[1].refs[0].url', false],
  ])('of %s has the focus on %s, and says whether a text is to be written', (path, focus, isToWrite) => {
    expect(toItemPlace(item, { path })).toMatchObject({ focus, isToWrite });
  });

  it('of a rule on tags is the group that broke it', () => {
    const message = 'The group "tone" allows one value.';
    expect(toItemPlace(item, { path: 'manualTags', message }).focus).toBe(`manualTags ${message}`);
  });
});
