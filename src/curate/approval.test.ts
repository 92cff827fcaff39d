import { describe, expect, it } from 'vitest';
import { Patterns } from '../base/patterns.ts';
import type { Item } from '../conversation/item/item.ts';
import { listMissing } from './approval.ts';
import { presetTags } from './tag-schema.ts';

const rules = { schema: presetTags, findPattern: await new Patterns().load() };

const blank: Item = { id: 'i', datasetName: 'd', status: 'draft', refs: [], manualTags: [], meta: {} };
const user = { role: 'user', msg: 'q', tags: [] };
const assistant = { role: 'assistant', msg: 'a', tags: [] };
const citing = (reference: string, refs: { url: string }[] = []): Partial<Item> => ({
  history: [user, { ...assistant, refs, answerKey: { reference } }],
});
const missingRef = ['history[1].answerKey APPROVAL_MISSING_REF'];

describe('listMissing', () => {
  const table: readonly (readonly [string, Partial<Item>, readonly string[]])[] = [
    ['a whole conversation', { history: [user, assistant] }, []],
    ['a question and an answer', { synthQuestion: 'q', answer: 'a' }, []],
    ['a question alone', { synthQuestion: 'q' }, ['answer APPROVAL_NO_ASSISTANT_TURN']],
    ['an answer alone', { answer: 'a' }, ['editedQuestion APPROVAL_NO_USER_TURN']],
    [
      'a turn of a tool',
      { history: [{ ...user, role: 'tool' }] },
      ['history APPROVAL_NO_USER_TURN', 'history APPROVAL_NO_ASSISTANT_TURN'],
    ],
    ['an empty turn', { history: [user, { ...assistant, msg: '' }] }, ['history[1].msg APPROVAL_EMPTY_TURN']],
    ['a blank question', { editedQuestion: ' ', answer: 'a' }, ['editedQuestion APPROVAL_EMPTY_TURN']],
    ['an empty turn with calls', { history: [user, { ...assistant, msg: '', tool_calls: [{ name: 'f' }] }] }, []],
    ['a key that cites nothing', citing('In 14 days.'), []],
    ['a key that cites a missing ref', citing('See https://a/b.'), missingRef],
    ['a key that cites a ref of its turn', citing('See (https://A/b/), HTTPS://a/b.', [{ url: 'https://a/b#x' }]), []],
    [
      'a key that cites a ref of the item',
      { ...citing('[here](https://a/b_(c)).'), refs: [{ url: 'https://a/b_(c)' }] },
      [],
    ],
    [
      'a key that cites a ref of another turn',
      {
        history: [
          { ...user, refs: [{ url: 'https://a' }] },
          { ...assistant, msg: 'See https://a', answerKey: { mustMention: ['https://a'] } },
        ],
      },
      missingRef,
    ],
    ['what must not be said', { history: [user, { ...assistant, answerKey: { mustNotMention: ['https://a'] } }] }, []],
    [
      'a key to look at again',
      { history: [user, { ...assistant, answerKey: { contextChanged: true } }] },
      ['history[1].answerKey.contextChanged APPROVAL_CONTEXT_CHANGED'],
    ],
    [
      'tags that break the schema',
      { history: [user, assistant], manualTags: ['source:sme', 'source:user'] },
      ['manualTags TAG_EXCLUSIVE'],
    ],
  ];
  it.each(table)('says what %s lacks', (_what, fields, wanted) => {
    expect(listMissing({ ...blank, ...fields }, rules).map(({ path, code }) => `${path} ${code}`)).toEqual(wanted);
  });

  it.each([
    [{ mustMention: ['b'] }, 'does not contain "b", which its answer key requires'],
    [{ mustNotMention: ['a'] }, 'contains "a", which its answer key forbids'],
    [{ mustMatch: ['^b'] }, 'does not match "^b", which its answer key requires'],
    [{ mustNotMatch: ['^a'] }, 'matches "^a", which its answer key forbids'],
  ])('says how an answer fails its own key: %j', (answerKey, how) => {
    const item = { ...blank, history: [user, { ...assistant, answerKey }] };
    expect(listMissing(item, rules)).toMatchObject([{ code: 'APPROVAL_FAILS_KEY', message: `The answer ${how}.` }]);
  });

  it('lists everything at once, and names the address that is cited', () => {
    const missing = listMissing(
      { ...blank, ...citing('https://a/b? and https://a/c', []), manualTags: ['source:a', 'source:b'] },
      rules,
    );
    expect(missing.map(({ code }) => code)).toEqual(['APPROVAL_MISSING_REF', 'APPROVAL_MISSING_REF', 'TAG_EXCLUSIVE']);
    expect(missing[0]?.message).toContain('https://a/b,');
  });
});
