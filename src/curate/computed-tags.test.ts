import { describe, expect, it } from 'vitest';
import type { Item } from '../conversation/item/item.ts';
import { toComputedTags } from './computed-tags.ts';

const blank: Item = { id: 'i', datasetName: 'Big  Set', status: 'draft', refs: [], manualTags: [], meta: {} };
const user = { role: 'user', msg: 'q', tags: [] };
const assistant = { role: 'assistant', msg: 'a', tags: [] };
const words = (count: number) => Array.from({ length: count }, () => 'word').join('\n ');
const refs = (count: number) => Array.from({ length: count }, (_, at) => ({ url: `http://${at}` }));

describe('toComputedTags', () => {
  it('gives the tags of an item in their order', () => {
    expect(toComputedTags({ ...blank, history: [user] })).toEqual([
      'turns:singleturn',
      'question_length:short',
      'retrieval_behavior:no_refs',
      'dataset:big set',
      'answer:no_answer',
    ]);
  });

  const table: readonly (readonly [string, Partial<Item>])[] = [
    ['turns:singleturn', { history: [user, assistant] }],
    ['turns:singleturn', { synthQuestion: 'q', answer: 'a' }],
    ['turns:multiturn', { history: [user, assistant, user] }],
    ['question_length:short', { synthQuestion: words(10) }],
    ['question_length:medium', { synthQuestion: words(11) }],
    ['question_length:medium', { editedQuestion: words(30), synthQuestion: 'q' }],
    ['question_length:long', { editedQuestion: words(31) }],
    ['question_length:long', { synthQuestion: 'q', history: [user, assistant, { ...user, msg: words(40) }] }],
    ['retrieval_behavior:single', { refs: refs(1) }],
    ['retrieval_behavior:two_refs', { refs: refs(1), history: [{ ...user, refs: refs(2) }] }],
    ['retrieval_behavior:rich', { refs: refs(3) }],
    ['answer:no_answer', { history: [user, { ...assistant, msg: ' ' }] }],
    ['answer:no_answer', { synthQuestion: 'q', answer: '' }],
  ];
  it.each(table)('gives %s', (tag, fields) => {
    expect(toComputedTags({ ...blank, ...fields })).toContain(tag);
  });

  it('has no length tag without a question', () => {
    expect(toComputedTags({ ...blank, history: [assistant] }).join()).not.toContain('question_length');
  });

  it.each([[{ answer: 'a' }], [{ history: [assistant] }]])('does not miss the answer of %j', (fields) => {
    expect(toComputedTags({ ...blank, ...fields })).not.toContain('answer:no_answer');
  });
});
