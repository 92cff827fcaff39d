import { expect, test } from 'vitest';
import { listTerms, withMeaning, withTerms } from './terms.ts';

test('lists the terms of schema, glossary and items: those without a meaning first, most used first', () => {
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
])('changes the meaning of "%s" to "%s"', (term, meaning, entries) => {
  expect(withMeaning({ entries: { a: 'A.', b: 'B.' } }, term, meaning)).toEqual({ entries });
});

test('puts unknown words first, each once', () => {
  const known = { term: 'greeting', meaning: 'Says hello.', items: 3 };
  expect(withTerms([known], ['new', 'greeting', 'new'])).toEqual([{ term: 'new', meaning: '', items: 0 }, known]);
});
