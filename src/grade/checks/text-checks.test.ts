import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getScore, hostileTexts, makeSubject } from '../../../test/support/graded-subject.ts';
import { Patterns } from '../../base/patterns.ts';
import { graderKindNames } from '../../conversation/grader-spec.ts';
import { checks } from '../grade-conversation.ts';
import type { CheckResult, CheckTools, Wanted } from './check.ts';
import { checkJson } from './json-checks.ts';
import { Schemas } from './schemas.ts';
import { checkContains, checkEndsWith, checkEquals, checkLength, checkRegex, checkStartsWith } from './text-checks.ts';

const toReply = (text: string) => ({ text, toolCalls: [] });

describe('equals', () => {
  const cases: readonly (readonly [reply: string, wanted: string, score: number])[] = [
    ['Paris', 'Paris', 1],
    ['  Paris\n', 'Paris\n', 1],
    ['one\r\ntwo', 'one\ntwo', 1],
    ['paris', 'Paris', 0],
    ['Paris.', 'Paris', 0],
    ['', '', 1],
    ['', 'Paris', 0],
    ['\u0000', '\u0000', 1],
    ['\u202eParis', 'Paris', 0],
    ['\u001b[1mParis\u001b[0m', 'Paris', 0],
    ['\ud83d', '\ud83d', 1],
  ];
  it.each(cases)('of %j and %j scores %d', (reply, wanted, score) => {
    expect(getScore(checkEquals(toReply(reply), wanted))).toBe(score);
  });

  it.each([0, 1, 63, 64, 65, 500])('shows both texts where they differ, %d characters in', (length) => {
    const same = 'a'.repeat(length);
    const tail = 'z'.repeat(300);
    const { reason } = checkEquals(toReply(`${same}got${tail}`), `${same}wanted${tail}`);
    const lead = length <= 40 ? same : `…${'a'.repeat(40)}`;
    expect(reason).toMatch(new RegExp(`^The reply is not "${lead}wantedz*…". Got "${lead}gotz*…"\\.$`));
  });

  it('says so if there was no text', () => {
    expect(checkEquals(toReply(' '), 'Paris').reason).toBe('The reply is not "Paris". Got nothing.');
  });
});

describe('contains', () => {
  const cases: readonly (readonly [reply: string, wanted: Wanted<'contains'>, score: number])[] = [
    ['We refund you.', 'refund', 1],
    ['We refund you.', 'Refund', 0],
    ['a\r\nb', 'a\nb', 1],
    ['a\nb', 'a\r\nb', 1],
    ['anything', '', 1],
    ['', 'x', 0],
    ['a\u0000b', '\u0000b', 1],
    ['one two three', ['one', 'three'], 1],
    ['one two three', ['one', 'four'], 1 / 2],
    ['one two three', ['four', 'five', 'two'], 1 / 3],
    ['one', ['four', 'five'], 0],
  ];
  it.each(cases)('of %j and %j scores %d', (reply, wanted, score) => {
    expect(getScore(checkContains(toReply(reply), wanted))).toBe(score);
  });

  it('lists the missing texts, and keeps them as evidence', () => {
    expect(checkContains(toReply('one two'), ['one', 'four', 'five'])).toEqual({
      score: 1 / 3,
      reason: 'The reply does not contain "four", "five" (1 of 3 found). Got "one two".',
      evidence: { missing: ['four', 'five'] },
    });
    expect(checkContains(toReply('one'), 'two')).toEqual({
      score: 0,
      reason: 'The reply does not contain "two". Got "one".',
    });
  });

  it('lists only a few of many', () => {
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
    ['', '', 1],
    ['', 'Yes', 0],
    ['\u202eYes', 'Yes', 0],
    ['😀 Yes', '😀', 1],
  ];
  it.each(cases)('of %j and %j scores %d', (reply, wanted, score) => {
    expect(getScore(checkStartsWith(toReply(reply), wanted))).toBe(score);
  });
});

describe('json', () => {
  const cases: readonly (readonly [reply: string, score: number])[] = [
    ['{"a": [1]}', 1],
    [' \r\n"text"\r\n', 1],
    ['null', 1],
    ['{"a": 1} {"b": 2}', 0],
    ['```json\n{}\n```', 0],
    ['{a: 1}', 0],
    ['"a\u0000b"', 0],
    ['"\\ud83d"', 1],
    ['', 0],
  ];
  it.each(cases)('of %j scores %d', (reply, score) => {
    expect(getScore(checkJson(toReply(reply)))).toBe(score);
  });

  it('shows what is not JSON', () => {
    expect(checkJson(toReply('Sure!\nHere')).reason).toMatch(/^The reply is not JSON: .*. Got "Sure!␊Here"\.$/);
  });

  it('mentions a code fence around it', () => {
    expect(checkJson(toReply('```json\n{}\n```')).reason).toMatch(/it is in a Markdown code fence, so ask/);
  });
});

describe('regex', () => {
  const cases: readonly (readonly [reply: string, wanted: string, score: number])[] = [
    ['Order 4711 is late', '\\d{4}', 1],
    ['Order 4711 is late', '^\\d{4}$', 0],
    ['REFUND', '(?i)refund', 1],
    ['a\nb', '(?m)^b$', 1],
    ['a\u0000b', '\\x00', 1],
    ['', 'x*', 1],
    ['', 'x', 0],
  ];
  it.each(cases)('of %j and %j scores %d', async (reply, wanted, score) => {
    const patterns = new Patterns();
    expect(getScore(await checkRegex(toReply(reply), wanted, { patterns }))).toBe(score);
  });

  it('answers at once when the engine is loaded', async () => {
    const patterns = new Patterns();
    await patterns.find('a');
    expect(checkRegex(toReply('b'), 'b+', { patterns })).toEqual({ score: 1, reason: 'The reply matches "b+".' });
    expect(patterns.find('b+')).toBe(patterns.find('b+'));
  });

  it('is ungraded if the expression is invalid', async () => {
    const patterns = new Patterns();
    const expected = {
      cause: 'not-applicable',
      reason: expect.stringContaining('The regular expression is not valid: missing closing ): `(`.'),
    };
    expect(await checkRegex(toReply('x'), '(', { patterns })).toEqual(expected);
    expect(await checkRegex(toReply('x'), '(', { patterns })).toEqual(expected);
  });

  it('finishes on an expression that makes other engines hang', async () => {
    const patterns = new Patterns();
    const result = await checkRegex(toReply(`${'a'.repeat(5_000)}!`), '^(a+)+$', { patterns });
    expect(getScore(result)).toBe(0);
  });
});

describe('length', () => {
  const cases: readonly (readonly [text: string, wanted: Wanted<'length'>, score: number, length: number])[] = [
    ['abc', { min: 3, max: 3 }, 1, 3],
    ['abc', { min: 4 }, 0, 3],
    ['abc', { max: 2 }, 0, 3],
    ['  abc\r\n', { max: 3 }, 1, 3],
    ['a\r\nb', { max: 3 }, 1, 3],
    ['', { max: 0 }, 1, 0],
    ['', { min: 1 }, 0, 0],
    ['😀😀', { max: 2 }, 1, 2],
    ['\ud83d', { max: 1 }, 1, 1],
    ['a\u0000\u202e', { max: 3 }, 1, 3],
    ['One, two: three!', { max: 3, unit: 'words' }, 1, 3],
    ['退款 ok', { min: 3, unit: 'words' }, 1, 3],
    ['...', { min: 1, unit: 'words' }, 0, 0],
  ];
  it.each(cases)('of %j for %j scores %d', (text, wanted, score, length) => {
    expect(checkLength({ text, toolCalls: [] }, wanted)).toMatchObject({ score, evidence: { length } });
  });

  it('reports the length and the limit', () => {
    const check = (text: string, wanted: Wanted<'length'>) => checkLength({ text, toolCalls: [] }, wanted).reason;
    expect(check('a', {})).toBe('The reply has 1 character.');
    expect(check('a b', { max: 1, unit: 'words' })).toBe('The reply has 2 words, more than 1.');
    expect(check('', { min: 5 })).toBe('The reply has 0 characters, fewer than 5.');
  });

  it('counts the characters of a megabyte', () => {
    const text = 'word '.repeat(200_000);
    expect(getScore(checkLength({ text, toolCalls: [] }, { min: 200_000, max: 200_000, unit: 'words' }))).toBe(1);
  });
});

describe('a reply of a megabyte', () => {
  const long = 'x'.repeat(1_000_000);

  it.each([
    ['equals', checkEquals(toReply(long), `${long} `), 1],
    ['equals', checkEquals(toReply(long), `${long.slice(1)}y`), 0],
    ['contains', checkContains(toReply(`${long}y`), 'xy'), 1],
    ['starts-with', checkStartsWith(toReply(`Yes${long}`), 'Yes'), 1],
    ['json', checkJson(toReply(`"${long}"`)), 1],
  ])('is read completely by %s', (_kind, result, score) => {
    expect(getScore(result)).toBe(score);
    expect(result.reason.length).toBeLessThan(500);
  });
});

describe('contains as a mapping', () => {
  it.each([
    ['Hello World', { text: 'hello', ignore_case: true }, 1],
    ['Hello World', { text: 'hello' }, 0],
    ['Hello World', { text: ['hello', 'moon'], match: 'any', ignore_case: true }, 1],
    ['Hello World', { text: ['hello', 'moon'], match: 'any' }, 0],
    ['Hello World', { text: ['hello', 'moon'], ignore_case: true }, 1 / 2],
    ['Hello World', { text: ['World', 'Hello'], match: 'all' }, 1],
  ] as const)('%j with %j scores %d', (text, { text: sought, ...how }, score) => {
    const wanted = { text: typeof sought === 'string' ? sought : [...sought], ...how };
    expect(checkContains(makeSubject(text), wanted)).toMatchObject({ score });
  });
});

describe('ends-with', () => {
  it.each([
    ['The answer is 4.\n', '4.', 1],
    ['The answer is 4.', '5.', 0],
    ['a\r\nb', 'a\nb', 1],
  ])('%j with %j scores %d', (text, wanted, score) => {
    expect(checkEndsWith(makeSubject(text), wanted)).toMatchObject({ score });
  });
});

describe('every check', () => {
  const call = { latencyMs: 5, costUsd: 0.1 };
  const refs = [{ url: 'https://a/b', content: 'Goods go back within fourteen days.' }];
  const expected = [{ role: 'assistant', content: 'Yes, of course.', refs }];
  const evalCase = { input_messages: [{ role: 'user', content: 'Hi' }], expected_messages: expected };
  const tools: CheckTools = {
    patterns: new Patterns(),
    schemas: new Schemas(() => '{}'),
    runCommand: async ({ input }) => ({
      end: 'exit',
      exitCode: 0,
      stdout: JSON.stringify({ score: 1, input }),
      stderr: '',
    }),
  };
  const run = async (kind: string, text: string, wanted: string): Promise<CheckResult> => {
    const subject = makeSubject(text, {
      evalCase,
      reply: { call, toolCalls: [{ name: text, arguments: { wanted } }] },
    });
    switch (kind) {
      case 'equals':
        return checkEquals(subject, wanted);
      case 'contains':
        return checkContains(subject, [wanted, 'x']);
      case 'starts-with':
        return checkStartsWith(subject, wanted);
      default:
        return runOther(kind, subject, wanted);
    }
  };
  const ofFields = (subject: ReturnType<typeof makeSubject>) =>
    makeSubject(JSON.stringify({ a: subject.text }), {
      evalCase: { ...evalCase, expected_messages: [{ role: 'assistant', content: '{"a": 1}' }] },
    });
  const runOther = async (kind: string, subject: ReturnType<typeof makeSubject>, wanted: string) => {
    const results = {
      regex: () => checks.regex?.(subject, '[a-c]', tools),
      json: () => checks.json?.(subject, true, tools),
      'json-schema': () => checks['json-schema']?.(subject, { type: 'string', maxLength: 5 }, tools),
      similarity: () => checks.similarity?.(subject, { to: wanted.slice(0, 1000) }, tools),
      length: () => checks.length?.(subject, { max: 10, unit: 'words' }, tools),
      citations: () => checks.citations?.(subject, true, tools),
      'ends-with': () => checks['ends-with']?.(subject, wanted, tools),
      fields: () => checks.fields?.(ofFields(subject), [{ path: 'a' }], tools),
      limits: () => checks.limits?.(subject, { max_tool_calls: 0 }, tools),
      'tool-calls': () => checks['tool-calls']?.(subject, { calls: [{ name: wanted }] }, tools),
      latency: () => checks.latency?.(subject, { max_ms: 4 }, tools),
      cost: () => checks.cost?.(subject, { max_usd: 1 }, tools),
      command: () => checks.command?.(subject, ['check'], tools),
    };
    const result = await Object.entries(results).find(([name]) => name === kind)?.[1]();
    if (result === undefined) throw new Error(`The check ${kind} is not tried.`);
    return result;
  };
  const kinds = Object.keys(checks);

  it('exists for every kind except judges', () => {
    expect([...kinds, 'composite', 'judge', 'prompt', 'rubric'].toSorted()).toEqual(graderKindNames.toSorted());
  });

  function expectTidy(result: CheckResult): void {
    if (!('cause' in result)) {
      expect(result.score).toBeGreaterThanOrEqual(0);
      expect(result.score).toBeLessThanOrEqual(1);
    }
    expect(result.reason).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
    expect(result.reason.isWellFormed()).toBe(true);
    expect(result.reason.length).toBeLessThan(4_200);
  }

  it('scores from 0 to 1, with a short reason on one line without control characters', async () => {
    const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 600 }), fc.constant('\u001b[2J\u202e\n'));
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (text, wanted) => {
        for (const kind of kinds) expectTidy(await run(kind, text, wanted));
      }),
      { numRuns: 50 },
    );
  });

  it.each(kinds)('survives texts that have broken programs: %s', async (kind) => {
    for (const text of hostileTexts) {
      expectTidy(await run(kind, text, 'yes'));
      expectTidy(await run(kind, 'yes', text));
    }
  });

  it('never cuts a character in two', () => {
    const { reason } = checkEquals(toReply('😀'.repeat(300)), `${'😀'.repeat(150)}x`);
    expect(reason.isWellFormed()).toBe(true);
    const odd = checkContains(toReply(`x${'😀'.repeat(300)}`), 'y');
    expect(odd.reason.isWellFormed()).toBe(true);
  });
});
