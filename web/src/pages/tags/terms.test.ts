import { expect, test } from 'vitest';
import { findMeaning, listTerms, withMeaning, withTerms } from './terms.ts';

test('Terms come from schema, glossary and items; those without a meaning first, most used at the top.', () => {
  const terms = listTerms({
    schema: { groups: [{ name: 'Source', values: ['SME'] }] },
    glossary: { entries: { 'topic:refunds': 'Money back.', greeting: 'Says hello.' } },
    tags: [
      { tag: 'topic:refunds', items: 9 },
      { tag: 'topic:other', items: 2 },
      { tag: 'source:sme', items: 5 },
    ],
  });
  expect(terms.map(({ term, items }) => [term, items])).toEqual([
    ['source:sme', 5],
    ['topic:other', 2],
    ['source', 0],
    ['greeting', 0],
    ['topic:refunds', 9],
  ]);
});

test.each<[string, string, Record<string, string>]>([
  ['a', 'New.', { b: 'B.', a: 'New.' }],
  ['c', ' C. ', { a: 'A.', b: 'B.', c: 'C.' }],
  ['a', '  ', { b: 'B.' }],
  [
    '__proto__',
    'Safe.',
    Object.fromEntries([
      ['a', 'A.'],
      ['b', 'B.'],
      ['__proto__', 'Safe.'],
    ]),
  ],
])('The meaning of "%s" becomes "%s".', (term, meaning, entries) => {
  expect(withMeaning({ entries: { a: 'A.', b: 'B.' } }, term, meaning)).toEqual({ entries });
});

test('Words that nothing knows yet stand at the top, each once.', () => {
  const known = { term: 'greeting', meaning: 'Says hello.', items: 3 };
  expect(withTerms([known], ['new', 'greeting', 'new'])).toEqual([{ term: 'new', meaning: '', items: 0 }, known]);
});

test('What has no meaning has a blank one, also where an object would have something.', () => {
  expect(['a', 'b', 'constructor'].map((term) => findMeaning({ entries: { a: 'A.' } }, term))).toEqual(['A.', '', '']);
});
