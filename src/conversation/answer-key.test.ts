import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Patterns } from '../base/patterns.ts';
import { listKeyRules, testAnswerKey } from './answer-key.ts';

const findPattern = await new Patterns().load();
const test = (msg: string, key: Parameters<typeof testAnswerKey>[1]) =>
  testAnswerKey(msg, key, findPattern).map(({ name, wanted, isKept }) => [name, wanted, isKept]);

describe('testAnswerKey', () => {
  it('finds the texts that a reply contains, and ignores blank ones', () => {
    const key = { mustMention: ['30 days', 'Refund', ' '], mustNotMention: ['never', 'box'] };
    expect(test('Within 30 days: a refund, in its box.', key)).toEqual([
      ['must-mention-1', '30 days', true],
      ['must-mention-2', 'Refund', false],
      ['must-not-mention-1', 'never', true],
      ['must-not-mention-2', 'box', false],
    ]);
  });

  it('finds the RE2 patterns that match part of a reply', () => {
    const key = { mustMatch: ['(?i)order \\d{4}', '^Order$'], mustNotMatch: ['sorry|apolog', '\\?$'] };
    expect(test('Order 7755, sorry.', key)).toEqual([
      ['must-match-1', '(?i)order \\d{4}', true],
      ['must-match-2', '^Order$', false],
      ['must-not-match-1', 'sorry|apolog', false],
      ['must-not-match-2', '\\?$', true],
    ]);
  });

  it('decides nothing about an invalid pattern, or without the engine', () => {
    expect(test('a', { mustMatch: ['(?=a)'] })).toEqual([['must-match-1', '(?=a)', undefined]]);
    expect(testAnswerKey('a', { mustMatch: ['a'] }, undefined)[0]?.isKept).toBeUndefined();
  });

  it('ignores differences in line endings, and finds nothing without a key', () => {
    expect(test('a\r\nb', { mustMention: ['a\nb'] })).toEqual([['must-mention-1', 'a\nb', true]]);
    expect(test('a', undefined)).toEqual([]);
  });

  it('forbids exactly what the opposite key requires', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (msg, text) => {
        const [required] = testAnswerKey(msg, { mustMention: [text] }, undefined);
        const [forbidden] = testAnswerKey(msg, { mustNotMention: [text] }, undefined);
        return text.trim() === '' ? required === undefined : required?.isKept !== forbidden?.isKept;
      }),
    );
  });

  it('names each rule once', () => {
    const names = listKeyRules({ mustMention: ['a', 'b'], mustMatch: ['a', 'b'] }).map(({ name }) => name);
    expect(new Set(names).size).toBe(4);
  });
});
