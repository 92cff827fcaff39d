import { describe, expect, it } from 'vitest';
import { toIndexedText, toPartQuery, toTextQuery } from './keyword.ts';

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
  it('keeps texts apart, and makes a word of each character that stands without blanks', () => {
    expect(toIndexedText(['one', 'two'])).toBe('one\nªºª\ntwo');
    expect(toIndexedText(['ABC東京'])).toBe('ABC 東  京 ');
    // 가 as two signs is the same word as 가 as one.
    expect(toIndexedText(['\u1100\u1161'])).toBe(' \uac00 ');
  });
});

it('quotes part of a url', () => {
  expect(toPartQuery('a"b')).toBe('"a""b"');
});
