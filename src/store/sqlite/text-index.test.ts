import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../test/support/tries.ts';
import { toKeywordMatcher } from '../../curate/keyword-hits.ts';
import { toIndexedText, toPartQuery, toTextQuery } from './text-index.ts';

describe('toTextQuery', () => {
  it.each([
    ['refund', '"refund"'],
    ['refund "14 days" ord*', '"refund" AND "14 days" AND "ord*" *'],
    ['"fourteen da"*', '"fourteen da" *'],
    ['a AND b', '"a" AND "AND" AND "b"'],
    ['NEAR(a,', '"NEAR(a,"'],
    ['open "quote', '"open" AND "quote"'],
    ['- -- ! "" "?" *', undefined],
    [' \n\t', undefined],
    ['late\0refund', '"late" AND "refund"'],
    ['"14\0days\u001b"*', '"14 days " *'],
    ['\0\u0085\u007f', undefined],
    ['東京', '" 東  京 "'],
  ])('reads %j', (keyword, query) => {
    expect(toTextQuery(keyword)).toBe(query);
  });
});

describe('toIndexedText', () => {
  it('separates texts, and makes each character of a script without spaces a word', () => {
    expect(toIndexedText(['one', 'two'])).toBe('one\nªºª\ntwo');
    expect(toIndexedText(['ABC東京'])).toBe('ABC 東  京 ');
    // 가 as two signs is the same word as 가 as one.
    expect(toIndexedText(['\u1100\u1161'])).toBe(' \uac00 ');
  });
});

it('quotes part of a url', () => {
  expect(toPartQuery('a"b')).toBe('"a""b"');
});

const pieces = [
  'a',
  'B',
  'é',
  'e\u0301',
  'ß',
  'ς',
  'Σ',
  'й',
  '14',
  'ab',
  ' ',
  ' ',
  '-',
  "'",
  '東',
  '京',
  'ー',
  'ك',
  'ि',
  'ह',
];
const writing = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
const typing = fc
  .array(fc.constantFrom(...pieces, '"', '*'), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''));

it('finds what is marked in a text, and marks what is found', () => {
  const database = new DatabaseSync(':memory:');
  database.exec("create virtual table texts using fts5 (body, tokenize = 'unicode61 remove_diacritics 2')");
  const insert = database.prepare('insert into texts (body) values (?)');
  const count = database.prepare('select count(*) as count from texts where texts match ?');
  fc.assert(
    fc.property(writing, typing, (text, keyword) => {
      const query = toTextQuery(keyword);
      fc.pre(query !== undefined);
      database.exec('delete from texts');
      insert.run(toIndexedText([text]));
      const matcher = toKeywordMatcher(keyword);
      const isFound = count.get(query ?? '')?.count === 1;
      expect(matcher.find(text).terms === matcher.termCount).toBe(isFound);
    }),
    { numRuns: tries(300, 20_000) },
  );
  database.close();
});
