import fc from 'fast-check';
import type { Item, Turn } from '../../src/conversation/item/item.ts';
import type { Ref } from '../../src/conversation/ref.ts';

const word = fc.constantFrom('', 'yes', 'How do I pay?', 'In 14 days.', ' two  words ', '\ud800', 'ä\u0000');
const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
const url = fc.constantFrom('http://a', 'http://A/', 'https://b/c', 'https://b/c#d', 'doc 4');
const tag = fc.constantFrom('topic:pay', 'source:sme', 'source:user', 'plain');

export const arbitraryRef: fc.Arbitrary<Ref> = fc.record(
  { url, title: word, content: word, keyExcerpt: word, type: word, bonus: fc.boolean() },
  { requiredKeys: ['url'] },
);

const arbitraryRefs = fc.uniqueArray(arbitraryRef, { selector: (ref) => ref.url, maxLength: 3 });

const arbitraryKey = fc.record(
  { reference: word, mustMention: fc.array(word, { maxLength: 2 }), outcome: word, contextChanged: fc.boolean() },
  { requiredKeys: [] },
);

const arbitraryTurn: fc.Arbitrary<Turn> = fc.record(
  {
    id: name,
    role: fc.constantFrom('user', 'assistant', 'tool'),
    msg: word,
    refs: arbitraryRefs,
    tags: fc.uniqueArray(tag, { maxLength: 2 }),
    answerKey: arbitraryKey,
    meta: fc.dictionary(name, fc.integer(), { maxKeys: 2 }),
  },
  { requiredKeys: ['role', 'msg', 'tags'] },
);

/** Turns, some with ids, no id twice. */
export const arbitraryHistory: fc.Arbitrary<Turn[]> = fc.uniqueArray(arbitraryTurn, {
  selector: ({ id }) => id,
  comparator: (a, b) => a !== undefined && a === b,
  maxLength: 6,
});

/** Turns as they are kept: each with an id. */
export const arbitraryNamedHistory: fc.Arbitrary<Turn[]> = fc.uniqueArray(
  fc.tuple(name, arbitraryTurn).map(([id, { id: _other, ...turn }]): Turn => ({ id, ...turn })),
  { selector: ({ id }) => id, maxLength: 6 },
);

export function arbitraryItem(history: fc.Arbitrary<Turn[]> = arbitraryHistory): fc.Arbitrary<Item> {
  return fc.record(
    {
      id: fc.constant('i'),
      datasetName: fc.constant('d'),
      status: fc.constantFrom('draft', 'in-review', 'awaiting-adjudication', 'approved', 'skipped', 'deleted'),
      synthQuestion: word,
      editedQuestion: word,
      answer: word,
      refs: fc.array(arbitraryRef, { maxLength: 3 }),
      history,
      manualTags: fc.uniqueArray(fc.constantFrom('topic:pay', 'source:sme', 'intent:buy'), { maxLength: 2 }),
      comment: word,
      weight: fc.constantFrom<string | number>(1, '2'),
      meta: fc.dictionary(name, fc.constantFrom<unknown>(1, null, 'x', { y: [1] }), { maxKeys: 2 }),
    },
    { requiredKeys: ['id', 'datasetName', 'status', 'synthQuestion', 'refs', 'manualTags', 'meta'] },
  );
}
