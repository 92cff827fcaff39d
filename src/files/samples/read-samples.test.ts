import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeProject } from '../../../test/support/temp-project.ts';
import { tries } from '../../../test/support/tries.ts';
import { Fault } from '../../base/fault.ts';
import { Sample } from '../../conversation/sample.ts';
import { type ReadSamplesOptions, readSamples } from './read-samples.ts';
import { SamplesShape } from './sample-shape.ts';

function read(text: string, options: Partial<ReadSamplesOptions> & { readonly name?: string } = {}) {
  const { name = 'x.samples.toml', ...rest } = options;
  const cwd = makeProject({ [name]: text });
  return readSamples(name, { cwd, ...rest });
}

const talk = 'messages = [{ role = "user", content = "Hi" }]';
const good = `[[samples]]\nid = "good"\n${talk}\n\n`;

/** Reads a sample after a valid one, so that the file as a whole is readable. */
async function readSecond(body: string) {
  const { samples, skipped, problems } = await read(`${good}[[samples]]\n${body}\n`);
  return { sample: samples[1], skipped, problems };
}

describe('valid samples', () => {
  const document001 = `
[[samples]]
messages = [
  { role = "user", content = "What is 2+2?" },
  { role = "assistant", content = "The answer is 4" }
]
expected = { score = 1, reason = "Correct answer" }

# Multi-turn example
[[samples]]
messages = [
  { role = "user", content = "Hi, I need help with math" },
  { role = "assistant", content = "I'd be happy to help! What math problem are you working on?" },
  { role = "user", content = "What is 2+2?" },
  { role = "assistant", content = "2+2 equals 4" }
]
expected = { score = 1, reason = "Polite and correct" }
`;

  it('are those of founding document 001, as printed', async () => {
    const { samples, problems, skipped, file } = await read(document001);
    expect({ problems, skipped, file }).toEqual({ problems: [], skipped: [], file: 'x.samples.toml' });
    expect(
      samples.map(({ messages, score, reason, split, tags }) => [messages.length, score, reason, split, tags]),
    ).toEqual([
      [2, 1, 'Correct answer', 'tune', []],
      [4, 1, 'Polite and correct', 'tune', []],
    ]);
    expect(() => z.array(Sample).parse(samples)).not.toThrow();
  });

  it('are the same as a list, as named tables and as JSON lines', async () => {
    const list = await read(`[[samples]]\nid = "a"\n${talk}\nexpected = { score = 2 }\ntags = ["t"]\nsplit = "test"\n`);
    const tables = await read(
      '[samples.a]\nexpected = { score = 2 }\ntags = ["t"]\nsplit = "test"\n[[samples.a.messages]]\nrole = "user"\ncontent = "Hi"\n',
    );
    const value = {
      id: 'a',
      messages: [{ role: 'user', content: 'Hi' }],
      expected: { score: 2 },
      tags: ['t'],
      split: 'test',
    };
    const lines = await read(`\n${JSON.stringify(value)}\n\n`, { name: 'x.samples.jsonl' });
    expect(list.samples).toEqual([{ ...value, score: 2, meta: {} }]);
    expect(tables.samples).toEqual(list.samples);
    expect(lines.samples).toEqual(list.samples);
    expect([list, tables, lines].flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('are in the order of the file, even if ids look like numbers', async () => {
    const { samples } = await read(['10', '2', 'b', '1'].map((id) => `[samples.${id}]\n${talk}\n`).join(''));
    expect(samples.map(({ id }) => id)).toEqual(['10', '2', 'b', '1']);
  });

  it('get a stable id from their content, with a number for duplicates', async () => {
    const other = 'messages = [{ role = "user", content = "Other" }]';
    const first = await read(
      `[[samples]]\n${talk}\n[[samples]]\n${other}\n[[samples]]\n${talk}\n[[samples]]\n${talk}\n`,
    );
    const [a, b, c, d] = first.samples.map(({ id }) => id);
    expect(a).toMatch(/^sample-[0-9a-f]{12}$/);
    expect(b).not.toBe(a);
    expect([c, d]).toEqual([`${a}-2`, `${a}-3`]);
    const again = await read(`[[samples]]\n${talk}\nexpected = 3\n`);
    expect(again.samples[0]?.id).toBe(a);
  });

  const forms: readonly (readonly [string, string, Partial<Sample>])[] = [
    [
      'a score with its reason and other keys',
      'expected = { score = 1, reason = "R", tone = "kind" }',
      { score: 1, reason: 'R', expected: { score: 1, reason: 'R', tone: 'kind' } },
    ],
    ['a bare number', 'expected = 2', { score: 2, expected: 2 }],
    ['the older top-level score', 'score = -1', { score: -1 }],
    ['an older score that says the same', 'score = 1\nexpected = { score = 1 }', { score: 1 }],
    ['no score at all', '', {}],
    ['expected without a score', 'expected = { reference = "4" }', { expected: { reference: '4' } }],
    ['an empty expected', 'expected = {}', { expected: {} }],
    [
      'counts by score',
      'expected = {"-1" = 2, "2" = 1}',
      {
        ratings: [
          { rater: 'rater-1', score: -1 },
          { rater: 'rater-2', score: -1 },
          { rater: 'rater-3', score: 2 },
        ],
      },
    ],
    [
      'several ratings, which leave the score open',
      'ratings = [{ rater = "ann", score = 1, reason = "R" }, { rater = "bob", score = 3 }]',
      {
        ratings: [
          { rater: 'ann', score: 1, reason: 'R' },
          { rater: 'bob', score: 3 },
        ],
      },
    ],
    [
      'several ratings beside a score',
      'expected = 2\nratings = [{ rater = "ann", score = 1 }, { rater = "bob", score = 3 }]',
      { score: 2 },
    ],
    ['one rating, which is the score', 'ratings = [{ rater = "ann", score = 1 }]', { score: 1 }],
    [
      'ratings inside expected',
      'expected = { ratings = [{ rater = "ann", score = 1 }] }',
      { ratings: [{ rater: 'ann', score: 1 }] },
    ],
    ['no ratings in an empty list', 'ratings = []', {}],
    ['tags', 'tags = ["a", "b"]', { tags: ['a', 'b'] }],
    ['the test split', 'split = "test"', { split: 'test' }],
    [
      'a description and other keys, as metadata',
      'description = "D"\nauthor = "ann"',
      { meta: { description: 'D', author: 'ann' } },
    ],
  ];
  it.each(forms)('may have %s', async (_name, body, wanted) => {
    const { sample, problems } = await readSecond(`${talk}\n${body}`);
    expect(problems).toEqual([]);
    expect(sample).toMatchObject(wanted);
    for (const key of ['score', 'reason', 'ratings', 'expected'] as const) {
      if (!(key in wanted) && !body.includes(key)) expect(sample).not.toHaveProperty(key);
    }
    if (wanted.ratings !== undefined && wanted.ratings.length > 1) expect(sample).not.toHaveProperty('score');
  });

  const conversations: readonly (readonly [string, string, object])[] = [
    [
      'any role in any order',
      '{ role = "assistant", content = "a" }, { role = "narrator", content = "b" }, { role = "system", content = "c" }',
      { role: 'assistant', content: 'a' },
    ],
    ['content that is only spaces', '{ role = "user", content = " " }', { content: ' ' }],
    [
      'tool calls and no content',
      '{ role = "assistant", tool_calls = [{ name = "f" }] }',
      { content: '', tool_calls: [{ name: 'f' }] },
    ],
    [
      'tool calls and empty content',
      '{ role = "assistant", content = "", tool_calls = [{ function = { name = "f", arguments = "{}" } }] }',
      { content: '' },
    ],
    ['other keys of a message', '{ role = "user", content = "a", name = "Ann", mood = 1 }', { name: 'Ann', mood: 1 }],
  ];
  it.each(conversations)('may have messages with %s', async (_name, messages, first) => {
    const { sample, problems } = await readSecond(`messages = [${messages}]`);
    expect(problems).toEqual([]);
    expect(sample?.messages[0]).toMatchObject(first);
  });

  it('treat null in JSON as absent', async () => {
    const line = {
      id: null,
      messages: [{ role: 'assistant', content: null, tool_calls: [{ name: 'f' }] }],
      expected: null,
      score: null,
      ratings: null,
      tags: null,
      split: null,
    };
    const { samples, problems } = await read(JSON.stringify(line), { name: 'x.jsonl' });
    expect(problems).toEqual([]);
    expect(samples[0]).toMatchObject({ tags: [], split: 'tune', messages: [{ content: '' }] });
    expect(samples[0]).not.toHaveProperty('expected');
  });
});

describe('skipped samples', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ['no messages', 'expected = 1', 'it has no messages'],
    ['mistyped messages', 'mesages = []', 'it has "mesages" instead of messages'],
    ['messages that are text', 'messages = "Hi"', 'messages must be a list, got "Hi"'],
    ['no message in the list', 'messages = []', 'messages is an empty list'],
    ['a message that is text', 'messages = ["Hi"]', 'messages[0] must be a mapping with role and content, got "Hi"'],
    ['no role', 'messages = [{ content = "Hi" }]', 'messages[0].role is missing'],
    ['an empty role', 'messages = [{ role = "", content = "Hi" }]', 'messages[0].role is empty'],
    [
      'a role that is a number',
      'messages = [{ role = 1, content = "Hi" }]',
      'messages[0].role must be text, got the number 1',
    ],
    [
      'no content in a later message',
      'messages = [{ role = "user", content = "Hi" }, { role = "user" }]',
      'messages[1].content is missing',
    ],
    ['empty content', 'messages = [{ role = "user", content = "" }]', 'messages[0].content is empty'],
    [
      'content that is a list',
      'messages = [{ role = "user", content = ["Hi"] }]',
      'messages[0].content must be text, got a list of 1',
    ],
    [
      'an empty list of tool calls and no content',
      'messages = [{ role = "user", tool_calls = [] }]',
      'messages[0].content is missing',
    ],
    [
      'tool calls that are text',
      'messages = [{ role = "user", content = "a", tool_calls = "f" }]',
      'messages[0].tool_calls[0] is not a tool call',
    ],
    [
      'tool calls and content that is a list',
      'messages = [{ role = "user", content = ["a"], tool_calls = [{ name = "f" }] }]',
      'messages[0].content must be text, got a list of 1',
    ],
    [
      'a tool call without a name',
      'messages = [{ role = "user", tool_calls = [{ arguments = "" }] }]',
      'messages[0].tool_calls[0] is not a tool call',
    ],
    ['a score that is text', `${talk}\nscore = "1"`, 'score must be a number, got "1"'],
    ['a score that is NaN', `${talk}\nscore = nan`, 'score must be a number, got NaN'],
    [
      'a score that is true',
      `${talk}\nexpected = { score = true }`,
      'expected.score must be a number, got the boolean true',
    ],
    ['expected that is infinite', `${talk}\nexpected = inf`, 'expected must be a number, got Infinity'],
    ['expected that is text', `${talk}\nexpected = "good"`, 'expected must be a score or a mapping, got "good"'],
    [
      'expected that is true',
      `${talk}\nexpected = true`,
      'expected must be a score or a mapping, got the boolean true',
    ],
    [
      'a reason that is a number',
      `${talk}\nexpected = { score = 1, reason = 2 }`,
      'expected.reason must be text, got the number 2',
    ],
    [
      'counts that are no counts',
      `${talk}\nexpected = { "1" = 0.5 }`,
      'expected counts raters per score, but the count of 1 is the number 0.5',
    ],
    [
      'a count beyond reason',
      `${talk}\nexpected = { "1" = 1000000000 }`,
      'expected counts raters per score, but the count of 1 is the number 1000000000',
    ],
    ['counts of nobody', `${talk}\nexpected = { "1" = 0 }`, 'expected counts 0 raters'],
    [
      'counts mixed with other keys',
      `${talk}\nexpected = { "1" = 2, reason = "x" }`,
      'expected mixes counts per score with other keys',
    ],
    ['ratings that are no list', `${talk}\nratings = 1`, 'ratings must be a list, got the number 1'],
    ['a rating without a rater', `${talk}\nratings = [{ score = 1 }]`, 'ratings[0].rater is missing'],
    [
      'a rating whose score is text',
      `${talk}\nratings = [{ rater = "a", score = "1" }]`,
      'ratings[0].score cannot be "1"',
    ],
    [
      'a rating with a mistyped key',
      `${talk}\nratings = [{ rater = "a", score = 1, raeson = "x" }]`,
      'ratings[0].raeson is not known',
    ],
    [
      'a rater who stands twice',
      `${talk}\nratings = [{ rater = "a", score = 1 }, { rater = "a", score = 2 }]`,
      'rater "a" appears twice in ratings',
    ],
    [
      'ratings in two places',
      `${talk}\nexpected = { "1" = 1 }\nratings = [{ rater = "a", score = 1 }]`,
      'ratings appear in two places',
    ],
    ['tags that are text', `${talk}\ntags = "a"`, 'tags must be a list, got "a"'],
    ['a tag that is a number', `${talk}\ntags = ["a", 1]`, 'tags[1] must be text, got the number 1'],
    ['an unknown split', `${talk}\nsplit = "tset"`, 'split must be "tune" or "test", got "tset"'],
    ['an id that is a number', `${talk}\nid = 7`, 'id must be text, got the number 7'],
    ['a blank id', `${talk}\nid = " "`, 'its id is blank'],
  ];
  it.each(rows)('have %s', async (_name, body, reason) => {
    const { sample, skipped, problems } = await readSecond(body);
    expect(sample).toBeUndefined();
    expect(skipped).toEqual([{ file: 'x.samples.toml', line: expect.any(Number), id: '#2', reason }]);
    expect(skipped[0]?.line).toBeGreaterThan(4);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      severity: 'warning',
      code: 'SAMPLE_SKIPPED',
      file: 'x.samples.toml',
      line: skipped[0]?.line,
    });
    expect(problems[0]?.column).toBeGreaterThan(0);
    expect(problems[0]?.message).toBe(`Sample number 2 is skipped: ${reason}.`);
  });

  it('are errors if reading is strict', async () => {
    const { problems, skipped } = await read(`${good}[[samples]]\nid = "b"\n`, { strict: true });
    expect(skipped).toHaveLength(1);
    expect(problems).toMatchObject([{ severity: 'error', code: 'SAMPLE_SKIPPED', line: 5, column: 1 }]);
  });

  it('are shown the new form if they use the old one', async () => {
    const body = 'userMessage = "What is 2+2?"\nassistantResponse = "The answer is 4"\nexpected = { score = 1 }';
    const { problems, skipped } = await readSecond(body);
    expect(skipped).toHaveLength(1);
    expect(problems).toMatchObject([
      {
        severity: 'warning',
        code: 'SAMPLE_OLD_FORM',
        line: 6,
        hint: 'Write messages = [{ role = "user", content = "What is 2+2?" }, { role = "assistant", content = "The answer is 4" }]',
      },
    ]);
  });

  it('are shown the new form on one line of JSON, shortened, in JSON lines', async () => {
    const old = JSON.stringify({ userMessage: `one\ntwo ${'😀'.repeat(200)}`, assistantResponse: 3 });
    const { problems } = await read(old, { name: 'x.jsonl' });
    const shown = `one\\ntwo ${'😀'.repeat(51)}…`;
    expect(problems[0]?.hint).toBe(
      `Write "messages": [{"role": "user", "content": "${shown}"}, {"role": "assistant", "content": "…"}]`,
    );
    expect(problems.map(({ code }) => code)).toEqual(['SAMPLE_OLD_FORM', 'SAMPLES_NONE_VALID']);
  });

  it('may not be mappings at all', async () => {
    const { skipped, samples } = await read('[1]\n{"messages": [{"role": "u", "content": "c"}]}\n"x"\n', {
      name: 'x.jsonl',
    });
    expect(samples).toHaveLength(1);
    expect(skipped.map(({ line, id }) => [line, id])).toEqual([
      [1, '#1'],
      [3, '#3'],
    ]);
  });

  it('may have an id that differs from the name of their table', async () => {
    const { skipped } = await read(
      `${good.replace('[[samples]]\nid = "good"', '[samples.good]')}[samples.b]\nid = "c"\n${talk}\n`,
    );
    expect(skipped).toMatchObject([{ id: 'b', reason: 'its table is named "b", but its id is "c"' }]);
  });
});

describe('invalid files', () => {
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    ['an empty file', '', ['1:1 FILE_EMPTY']],
    ['a file of spaces', ' \n\n', ['1:1 FILE_EMPTY']],
    ['a file with comments only', '# nothing\n', ['1:1 SAMPLES_MISSING_KEY']],
    ['bad TOML', '[[samples]\n', ['1:1 TOML_SYNTAX']],
    ['a mistyped key', `[[sampels]]\n${talk}\n`, ['1:3 SAMPLES_UNKNOWN_KEY']],
    ['samples that are text', 'samples = "none"', ['1:11 SAMPLES_BAD_VALUE']],
    ['samples that are one table', `[samples]\n${talk}\n`, ['1:1 SAMPLES_BAD_VALUE']],
    ['an empty list', 'samples = []', ['1:11 SAMPLES_NONE_VALID']],
    ['no valid sample', '\n[[samples]]\nscore = 1\n', ['2:1 SAMPLE_SKIPPED', '2:1 SAMPLES_NONE_VALID']],
    ['no valid table', '\n[samples.a]\nscore = 1\n', ['2:1 SAMPLE_SKIPPED', '2:1 SAMPLES_NONE_VALID']],
    ['a taken id', `${good}${good}`, ['6:6 SAMPLE_DUPLICATE_ID']],
    [
      'two scores that differ',
      `${good}[[samples]]\n${talk}\nscore = 1\nexpected = { score = 2 }\n`,
      ['7:9 SAMPLE_SCORE_CONFLICT'],
    ],
    [
      'a bare number that differs',
      `${good}[[samples]]\n${talk}\nscore = 1\nexpected = 2\n`,
      ['7:9 SAMPLE_SCORE_CONFLICT'],
    ],
    ['a context without its question', `${good}[contexts.refs]\ndefault = ""\n`, ['5:1 DECK_MISSING_KEY']],
    ['contexts that are text', `contexts = "none"\n${good}`, ['1:12 DECK_BAD_VALUE']],
  ];
  it.each(rows)('report the place of %s', async (_name, text, wanted) => {
    const { problems } = await read(text);
    expect(problems.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual(wanted);
    expect(problems.every(({ file }) => file === 'x.samples.toml')).toBe(true);
    expect(problems.at(-1)?.severity).toBe('error');
  });

  it('warn about a table that other tools read, and name it', async () => {
    const { samples, problems } = await read(`${good}[meta]\na = 1\n[[messages]]\nexpected_score = 3\n`);
    expect(samples).toHaveLength(1);
    expect(problems).toMatchObject([
      { severity: 'warning', code: 'SAMPLES_UNKNOWN_KEY', line: 5, message: 'Turnwise ignores [meta].' },
      { severity: 'warning', code: 'SAMPLES_UNKNOWN_KEY', line: 7, message: 'Turnwise ignores [[messages]].' },
    ]);
    const alone = await read('[meta]\na = 1\n');
    expect(alone.problems.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'warning SAMPLES_UNKNOWN_KEY',
      'error SAMPLES_MISSING_KEY',
    ]);
    expect((await read('[meta]\na = 1\n', { name: 'x.deck.toml' })).problems).toHaveLength(1);
  });

  it('show how to convert a file whose samples are all pairs', async () => {
    const pair = (id: string) => JSON.stringify({ id, userMessage: 'Hi', assistantResponse: 'Hello' });
    const { problems, skipped } = await read(`${pair('a')}\n${pair('b')}\n`, { name: 'pairs.jsonl' });
    expect(skipped).toHaveLength(2);
    expect(problems.at(-1)).toMatchObject({
      severity: 'error',
      code: 'SAMPLES_NONE_VALID',
      message: 'None of the 2 samples can be used.',
      hint: expect.stringContaining('"messages": [{"role": "user", "content": <userMessage>}'),
    });
    const toml = await read('[samples.a]\nuserMessage = "Hi"\nassistantResponse = "Hello"\n');
    expect(toml.problems.at(-1)?.hint).toContain('messages = [{ role = "user", content = <userMessage> }');
  });

  it('suggest the nearest key, and report where a duplicate id is first used', async () => {
    expect((await read('[[sampels]]\na = 1\n')).problems[0]?.hint).toBe('Did you mean "samples"?');
    expect((await read(`${good}${good}`)).problems[0]?.message).toBe(
      'The id "good" is already used by the sample at line 1.',
    );
  });

  it('may have contexts and no samples, for use in a deck', async () => {
    const text = '[contexts.fullConversation]\nassistantQuestion = "Which one?"\n';
    expect((await read(text, { name: 'x.deck.toml' })).problems).toEqual([]);
  });

  it('warn once about a key that is close to a known one, and keep it', async () => {
    const sample = `[[samples]]\n${talk}\nexpeced = { score = 1 }\n`;
    const { samples, problems } = await read(`${sample}${sample}`);
    expect(samples.map(({ meta }) => meta)).toEqual([{ expeced: { score: 1 } }, { expeced: { score: 1 } }]);
    expect(problems).toMatchObject([
      { severity: 'warning', code: 'SAMPLES_UNKNOWN_KEY', line: 3, column: 1, hint: 'Did you mean "expected"?' },
    ]);
  });

  it('in JSON lines report the line of a problem', async () => {
    const { problems, samples } = await read(
      '{"messages": [{"role": "u", "content": "c"}]}\n{"messages": [{"role": 1}]}\n{"a"\n',
      { name: 'a.jsonl' },
    );
    expect(samples).toHaveLength(1);
    expect(problems.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual([
      '2:24 SAMPLE_SKIPPED',
      '3:5 SAMPLE_SKIPPED',
    ]);
    expect((await read('\n \n', { name: 'a.jsonl' })).problems).toMatchObject([
      { code: 'FILE_EMPTY', line: 1, column: 1 },
    ]);
  });

  it('in JSON lines skip and count a line that is not JSON, and are errors if reading is strict', async () => {
    const text = ['{"id": "a", "messages": [{"role": "u", "content": "c"}]}', '{"a"', '{"id": 1, "id": 2}'].join('\n');
    const { problems, samples, skipped } = await read(text, { name: 'a.jsonl' });
    expect(samples).toHaveLength(1);
    expect(skipped).toEqual([
      { file: 'a.jsonl', line: 2, id: '#2', reason: expect.stringMatching(/^its line is not JSON: expected /) },
      { file: 'a.jsonl', line: 3, id: '#3', reason: 'the key "id" appears twice in one object' },
    ]);
    expect(problems).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('Sample number 2 is skipped: its line is not JSON') },
      { severity: 'warning', hint: 'Remove one of them.' },
    ]);
    const strict = await read(text, { name: 'a.jsonl', strict: true });
    expect(strict.problems.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'error SAMPLE_SKIPPED',
      'error SAMPLE_SKIPPED',
    ]);
    expect((await read('{"a"\n', { name: 'a.jsonl' })).problems.map(({ code }) => code)).toEqual([
      'SAMPLE_SKIPPED',
      'SAMPLES_NONE_VALID',
    ]);
  });

  it('can have at most 1000 ratings', async () => {
    const toRatings = (count: number) =>
      Array.from({ length: count }, (_, rater) => ({ rater: `r${rater}`, score: 1 }));
    const toLine = (id: string, count: number) =>
      JSON.stringify({ id, messages: [{ role: 'u', content: 'c' }], ratings: toRatings(count) });
    const { samples, skipped } = await read(`${toLine('a', 1000)}\n${toLine('b', 1001)}\n`, { name: 'a.jsonl' });
    expect(samples.map(({ id }) => id)).toEqual(['a']);
    expect(skipped).toMatchObject([{ id: 'b', reason: 'ratings has 1001 entries' }]);
  });

  it.each([
    ['nothing is there', 'missing.toml', 'FILE_MISSING'],
    ['it is a folder', 'folder', 'FILE_NOT_A_FILE'],
    ['it is not text', 'bytes.toml', 'FILE_NOT_UTF8'],
  ])('throw a Fault if %s', async (_name, path, code) => {
    const cwd = makeProject({ 'folder/a': '', 'bytes.toml': new Uint8Array([0x61, 0xff]) });
    await expect(readSamples(path, { cwd })).rejects.toMatchObject({ name: 'Fault', code });
  });
});

describe('any content of a file', { timeout: 30_000 }, () => {
  let cwd = '';
  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'turnwise-test-'));
  });
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  async function expectOutcome(name: string, text: string): Promise<void> {
    writeFileSync(join(cwd, name), text);
    try {
      const { samples, problems, skipped } = await readSamples(name, { cwd });
      for (const sample of samples) expect(Sample.safeParse(sample).success).toBe(true);
      expect(samples.length > 0 || problems.some(({ severity }) => severity === 'error')).toBe(true);
      expect(new Set(samples.map(({ id }) => id)).size).toBe(samples.length);
      for (const { line, column, file } of problems)
        expect(file === name && Number(line) > 0 && Number(column) > 0).toBe(true);
      expect(skipped.length).toBeLessThanOrEqual(problems.length);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }

  const whole = `${good}[samples2]\n[contexts.refs]\nassistantQuestion = "q"\n[[samples]]\n${talk}\nexpected = {"-1" = 2}\ntags = ["x"]\n`;
  const line =
    '{"id": "a", "messages": [{"role": "u", "content": "c"}], "expected": {"score": 1}, "ratings": [{"rater": "r", "score": 1}]}\n';

  it('arbitrary text gives samples, problems or a Fault', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.constantFrom('a.toml', 'a.jsonl'),
        (text, name) => expectOutcome(name, text),
      ),
    );
  });

  it('valid files with a piece removed, doubled or replaced give samples, problems or a Fault', async () => {
    const edit = fc.record({
      name: fc.constantFrom('a.toml', 'a.jsonl'),
      at: fc.nat(400),
      length: fc.nat(40),
      piece: fc.oneof(fc.string(), fc.constantFrom('nan', '"', '[', ']]', '{}', '= 1\n', 'null', '\0', '__proto__')),
    });
    await fc.assert(
      fc.asyncProperty(edit, ({ name, at, length, piece }) => {
        const text = name === 'a.toml' ? whole : line + line.replace('"a"', '"b"');
        return expectOutcome(name, text.slice(0, at) + piece + text.slice(at + length));
      }),
      { numRuns: tries(100, 3_000) },
    );
  });

  it('any JSON value on a line gives a sample or problems', async () => {
    const messages = fc.array(
      fc.record({ role: fc.oneof(fc.string(), fc.jsonValue()), content: fc.jsonValue() }, { requiredKeys: [] }),
    );
    const sample = fc.record(
      {
        id: fc.jsonValue(),
        messages: fc.oneof(messages, fc.jsonValue()),
        expected: fc.jsonValue(),
        score: fc.jsonValue(),
        ratings: fc.jsonValue(),
        tags: fc.jsonValue(),
        split: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(sample, fc.jsonValue()), { maxLength: 4 }), (values) =>
        expectOutcome('a.jsonl', values.map((value) => JSON.stringify(value)).join('\n')),
      ),
      { numRuns: tries(100, 3_000) },
    );
  });
});

describe('the schema for editors', () => {
  it('describes every key', () => {
    const schema = z.toJSONSchema(SamplesShape, { io: 'input' });
    const text = JSON.stringify(schema);
    for (const key of ['contexts', 'samples', 'messages', 'expected', 'ratings', 'split'])
      expect(text).toContain(`"${key}"`);
    expect(listUndescribed(schema)).toEqual([]);
  });
});

/** Names of properties without a description. */
function listUndescribed(schema: unknown, name = ''): readonly string[] {
  if (typeof schema !== 'object' || schema === null || name === 'tool_calls') return [];
  const properties = 'properties' in schema && typeof schema.properties === 'object' ? (schema.properties ?? {}) : {};
  const own = Object.entries(properties)
    .filter(([, value]) => !('description' in value))
    .map(([key]) => key);
  return [...own, ...Object.entries(schema).flatMap(([key, value]) => listUndescribed(value, key))];
}
