import { describe, expect, it } from 'vitest';
import { getScore } from '../../../test/support/graded-subject.ts';
import { Fault } from '../../base/fault.ts';
import { Patterns } from '../../base/patterns.ts';
import type { Wanted } from './check.ts';
import { checkJsonSchema } from './json-checks.ts';
import { Schemas } from './schemas.ts';

const files: Readonly<Record<string, string>> = {
  'order.json': '{"type": "object", "required": ["order"], "properties": {"order": {"type": "integer"}}}',
  'broken.json': '{',
};

function readText(written: string): string {
  const text = files[written];
  if (text === undefined) throw new Fault({ code: 'FILE_MISSING', message: `There is no file "${written}".` });
  return text;
}

const tools = { patterns: new Patterns(), schemas: new Schemas(readText) };
const check = async (text: string, wanted: Wanted<'json-schema'>) =>
  checkJsonSchema({ text, toolCalls: [] }, wanted, tools);

describe('json-schema', () => {
  const order = { type: 'object', required: ['order'], properties: { order: { type: 'integer' } } };
  const cases: readonly (readonly [reply: string, wanted: Wanted<'json-schema'>, score: number])[] = [
    ['{"order": 4711}', order, 1],
    [' \r\n{"order": 4711, "more": 1}\r\n', order, 1],
    ['{"order": "4711"}', order, 0],
    ['{"order": 4711}', 'order.json', 1],
    ['{}', 'order.json', 0],
    ['{"order": 1} {"order": 2}', order, 0],
    ['', order, 0],
    ['null', order, 0],
    ['null', {}, 1],
    ['{"__proto__": {"order": 1}}', order, 0],
    ['"a\\u0000b"', { type: 'string', maxLength: 3 }, 1],
    ['"😀"', { type: 'string', maxLength: 1 }, 1],
  ];
  it.each(cases)('of %j and %j scores %d', async (reply, wanted, score) => {
    expect(getScore(await check(reply, wanted))).toBe(score);
  });

  it('lists the violations with their paths', async () => {
    expect(await check('{"order": "4711"}', order)).toEqual({
      score: 0,
      reason: 'The reply does not match the schema: order must be integer.',
      evidence: { violations: [{ path: 'order', message: 'must be integer' }] },
    });
    const { reason } = await check('[1, 2, 3, 4]', { items: { type: 'string' } });
    expect(reason).toMatch(/: \[0\] must be string, \[1\] must be string, \[2\] must be string, and more\.$/);
  });

  it('shows hostile keys on one line', async () => {
    const reply = JSON.stringify({ 'a\u001b[2J\u202e\nb': 1 });
    const { reason } = await check(reply, { additionalProperties: false });
    expect(reason).not.toMatch(/[\u001b\u202e\n]/);
  });

  it('rejects a code fence and hints at it', async () => {
    const result = await check('```json\n{"order": 1}\n```', order);
    expect(result).toMatchObject({ score: 0, reason: expect.stringContaining('Markdown code fence') });
  });

  it.each([
    [{ type: 'objekt' }, 'is not valid: type must be'],
    [{ $ref: 'https://example.com/s.json' }, 'not fetched'],
    ['broken.json', 'it is not JSON'],
    ['none.json', 'There is no file'],
  ])('is ungraded when %j cannot be used', async (wanted, reason) => {
    expect(await check('{}', wanted)).toMatchObject({
      cause: 'not-applicable',
      reason: expect.stringContaining(reason),
    });
  });

  it('answers at once when the schema is already compiled', async () => {
    await check('{}', order);
    expect(checkJsonSchema({ text: '{"order": 1}', toolCalls: [] }, { ...order }, tools)).toEqual({
      score: 1,
      reason: 'The reply matches the schema.',
    });
    expect(tools.schemas.find(order)).toBe(tools.schemas.find({ ...order }));
  });

  it('is ungraded if the references of the schema branch too often', async () => {
    const branch = (key: string) => ({ required: [key], properties: { a: { $ref: '#' } } });
    const reply = `${'{"a":'.repeat(40)}{}${'}'.repeat(40)}`;
    expect(await check(reply, { anyOf: [branch('x'), branch('y')] })).toEqual({
      cause: 'timeout',
      reason: expect.stringMatching(/^Checking the reply against the schema takes too long/),
    });
  });

  it('is ungraded on a reply that is nested too deeply', async () => {
    const reply = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(await check(reply, { items: { $ref: '#' } })).toMatchObject({ cause: 'too-long' });
  });
});
