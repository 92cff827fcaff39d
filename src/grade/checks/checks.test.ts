import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckResult, Wanted } from './check.ts';
import { checks } from './checks.ts';
import { checkContains } from './contains.ts';
import { checkEquals } from './equals.ts';
import { checkJson } from './json.ts';
import { Patterns } from './patterns.ts';
import { checkRegex } from './regex.ts';
import { checkStartsWith } from './starts-with.ts';

const toReply = (text: string) => ({ text, toolCalls: [] });

function getScore(result: CheckResult): number {
  if ('cause' in result) throw new Error(`Ungraded: ${result.reason}`);
  return result.score;
}

describe('equals', () => {
  const cases: readonly (readonly [reply: string, wanted: string, score: number])[] = [
    ['Paris', 'Paris', 1],
    ['  Paris\n', 'Paris\n', 1],
    ['one\r\ntwo', 'one\ntwo', 1],
    ['paris', 'Paris', 0],
    ['Paris.', 'Paris', 0],
    ['', '', 1],
    ['', 'Paris', 0],
  ];
  it.each(cases)('of %j and %j scores %d', (reply, wanted, score) => {
    expect(getScore(checkEquals(toReply(reply), wanted))).toBe(score);
  });

  it('shows both texts where they part', () => {
    const same = 'a'.repeat(500);
    const { reason } = checkEquals(toReply(`${same}got`), `${same}wanted`);
    const lead = 'a'.repeat(40);
    expect(reason).toBe(`The reply is not "…${lead}wanted"; got "…${lead}got".`);
  });

  it('says when there was no text', () => {
    expect(checkEquals(toReply(' '), 'Paris').reason).toBe('The reply is not "Paris"; got nothing.');
  });
});

describe('contains', () => {
  const cases: readonly (readonly [reply: string, wanted: Wanted<'contains'>, score: number])[] = [
    ['We refund you.', 'refund', 1],
    ['We refund you.', 'Refund', 0],
    ['a\r\nb', 'a\nb', 1],
    ['anything', '', 1],
    ['', 'x', 0],
    ['one two three', ['one', 'three'], 1],
    ['one two three', ['one', 'four'], 1 / 2],
    ['one two three', ['four', 'five', 'two'], 1 / 3],
    ['one', ['four', 'five'], 0],
  ];
  it.each(cases)('of %j and %j scores %d', (reply, wanted, score) => {
    expect(getScore(checkContains(toReply(reply), wanted))).toBe(score);
  });

  it('names what is missing, and keeps it as evidence', () => {
    expect(checkContains(toReply('one two'), ['one', 'four', 'five'])).toEqual({
      score: 1 / 3,
      reason: 'The reply does not contain "four", "five" (1 of 3 found); got "one two".',
      evidence: { missing: ['four', 'five'] },
    });
    expect(checkContains(toReply('one'), 'two')).toEqual({
      score: 0,
      reason: 'The reply does not contain "two"; got "one".',
    });
  });

  it('lists a few of many', () => {
    const { reason } = checkContains(toReply('abcdefg'), [...'abcdefg']);
    expect(reason).toBe('The reply contains "a", "b", "c", "d", "e", 2 more.');
  });
});

describe('starts-with', () => {
  const cases: readonly (readonly [reply: string, wanted: string, score: number])[] = [
    ['\n Yes, of course', 'Yes', 1],
    ['Well, yes', 'Yes', 0],
    ['Yes', 'Yes, of course', 0],
    ['a\r\nb', 'a\nb', 1],
  ];
  it.each(cases)('of %j and %j scores %d', (reply, wanted, score) => {
    expect(getScore(checkStartsWith(toReply(reply), wanted))).toBe(score);
  });
});

describe('json', () => {
  const cases: readonly (readonly [reply: string, score: number])[] = [
    ['{"a": [1]}', 1],
    [' \n"text"\n', 1],
    ['null', 1],
    ['{"a": 1} {"b": 2}', 0],
    ['```json\n{}\n```', 0],
    ['{a: 1}', 0],
    ['', 0],
  ];
  it.each(cases)('of %j scores %d', (reply, score) => {
    expect(getScore(checkJson(toReply(reply)))).toBe(score);
  });

  it('shows what is not JSON', () => {
    expect(checkJson(toReply('Sure!\nHere')).reason).toMatch(/^The reply is not JSON: .*; got "Sure!␊Here"\.$/);
  });
});

describe('regex', () => {
  const cases: readonly (readonly [reply: string, wanted: string, score: number])[] = [
    ['Order 4711 is late', '\\d{4}', 1],
    ['Order 4711 is late', '^\\d{4}$', 0],
    ['REFUND', '(?i)refund', 1],
    ['a\nb', '(?m)^b$', 1],
    ['', 'x*', 1],
  ];
  it.each(cases)('of %j and %j scores %d', async (reply, wanted, score) => {
    const patterns = new Patterns();
    expect(getScore(await checkRegex(toReply(reply), wanted, { patterns }))).toBe(score);
  });

  it('answers at once when the engine is there', async () => {
    const patterns = new Patterns();
    await patterns.find('a');
    expect(checkRegex(toReply('b'), 'b+', { patterns })).toEqual({ score: 1, reason: 'The reply matches "b+".' });
    expect(patterns.find('b+')).toBe(patterns.find('b+'));
  });

  it('is ungraded when the expression cannot be used', async () => {
    const patterns = new Patterns();
    const expected = { cause: 'not-applicable', reason: expect.stringContaining('cannot be used: missing') };
    expect(await checkRegex(toReply('x'), '(', { patterns })).toEqual(expected);
    expect(await checkRegex(toReply('x'), '(', { patterns })).toEqual(expected);
  });

  it('ends on an expression that makes other engines hang', async () => {
    const patterns = new Patterns();
    const result = await checkRegex(toReply(`${'a'.repeat(5_000)}!`), '^(a+)+$', { patterns });
    expect(getScore(result)).toBe(0);
  });
});

describe('every check', () => {
  const tools = { patterns: new Patterns() };
  const runs: readonly ((text: string, wanted: string) => CheckResult | Promise<CheckResult>)[] = [
    (text, wanted) => checkEquals(toReply(text), wanted),
    (text, wanted) => checkContains(toReply(text), [wanted, 'x']),
    (text, wanted) => checkStartsWith(toReply(text), wanted),
    (text) => checkJson(toReply(text)),
    (text) => checkRegex(toReply(text), '[a-c]', tools),
  ];

  it('is tried here', () => {
    expect(runs).toHaveLength(Object.keys(checks).length);
  });

  it('scores from 0 to 1, with a short reason on one line and no control character in it', async () => {
    const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 600 }), fc.constant('\u001b[2J\u202e\n'));
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (text, wanted) => {
        for (const run of runs) {
          const result = await run(text, wanted);
          expect(getScore(result)).toBeGreaterThanOrEqual(0);
          expect(getScore(result)).toBeLessThanOrEqual(1);
          expect(result.reason).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
          expect(result.reason.length).toBeLessThan(4_200);
        }
      }),
    );
  });

  it('never cuts a character in two', () => {
    const { reason } = checkEquals(toReply('😀'.repeat(300)), `${'😀'.repeat(150)}x`);
    expect(reason.isWellFormed()).toBe(true);
    const odd = checkContains(toReply(`x${'😀'.repeat(300)}`), 'y');
    expect(odd.reason.isWellFormed()).toBe(true);
  });
});
