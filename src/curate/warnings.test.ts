import { describe, expect, it } from 'vitest';
import type { Item } from '../conversation/item/item.ts';
import { listWarnings } from './warnings.ts';

const blank: Item = { id: 'i', datasetName: 'd', status: 'draft', refs: [], manualTags: [], meta: {} };
const user = { role: 'user', msg: 'q', tags: [] };
const assistant = { role: 'assistant', msg: 'a', tags: [] };
const excerpt = (content: string, keyExcerpt: string) => [{ url: 'http://a', content, keyExcerpt }];

describe('listWarnings', () => {
  const table: readonly (readonly [string, Partial<Item>, readonly string[]])[] = [
    ['an answer that differs', { answer: 'x', history: [user, assistant] }, ['answer ANSWER_OUT_OF_STEP']],
    ['a question that differs', { editedQuestion: 'x', history: [user] }, ['editedQuestion ANSWER_OUT_OF_STEP']],
    ['both in step', { editedQuestion: 'q', answer: 'a', history: [user, assistant] }, []],
    ['a generated question', { synthQuestion: 'x', history: [user] }, []],
    ['an answer without such a turn', { answer: 'x', history: [user] }, []],
    ['a ref on a user turn', { history: [{ ...user, refs: [{ url: 'u' }] }] }, ['history[0].refs REF_ON_USER_TURN']],
    ['no refs on a user turn', { history: [{ ...user, refs: [] }] }, []],
    ['an excerpt not found', { refs: excerpt('abc', 'abd') }, ['refs[0].keyExcerpt EXCERPT_NOT_FOUND']],
    [
      'an excerpt of a turn not found',
      { history: [user, { ...assistant, refs: excerpt('abc', 'B') }] },
      ['history[1].refs[0].keyExcerpt EXCERPT_NOT_FOUND'],
    ],
    ['an excerpt across lines', { refs: excerpt('one\n  two three', ' one two\tthree') }, []],
    ['an excerpt without content', { refs: [{ url: 'u', keyExcerpt: 'x' }] }, []],
  ];
  it.each(table)('warns about %s', (_what, fields, wanted) => {
    expect(listWarnings({ ...blank, ...fields }).map(({ path, code }) => `${path} ${code}`)).toEqual(wanted);
  });
});
