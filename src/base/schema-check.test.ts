import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definedOnly } from './defined-only.ts';
import { checkSchema } from './schema-check.ts';

const Thing = z.strictObject({
  name: z.string().min(1),
  size: z.number().positive().optional(),
  rank: z.number().int().min(0).max(5).optional(),
  color: z.enum(['red', 'green']).optional(),
  tags: z.array(z.string()).min(1).optional(),
  on: z.boolean().optional(),
  part: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text'), value: z.string() }),
      z.strictObject({ type: z.literal('file'), value: z.string() }),
    ])
    .optional(),
  choice: z.union([z.enum(['one', 'two']), z.array(z.string())]).optional(),
  split: z.preprocess((text) => String(text).split(','), z.array(z.enum(['one', 'two']))).optional(),
  either: z.union([z.string(), z.array(z.number())]).optional(),
});

describe('checkSchema', () => {
  it.each([
    [{}, 'missing-key', 'name', 'Missing key "name".', undefined],
    [{ name: 1 }, 'bad-value', 'name', 'Expected text, got the number 1.', 'Put it in quotes.'],
    [{ name: 'a', tags: 'x' }, 'bad-value', 'tags', 'Expected a list, got "x".', 'Write a list: [x].'],
    [{ name: 'a', size: '30s' }, 'bad-value', 'size', 'Expected a number, got "30s".', 'Write only the number: 30.'],
    [{ name: '' }, 'bad-value', 'name', 'Expected text, got an empty string.', undefined],
    [{ name: 'a', size: 0 }, 'bad-value', 'size', 'Expected a number above 0, got the number 0.', undefined],
    [{ name: 'a', rank: -1 }, 'bad-value', 'rank', 'Expected a number at least 0, got the number -1.', undefined],
    [{ name: 'a', rank: 6 }, 'bad-value', 'rank', 'Expected a number at most 5, got the number 6.', undefined],
    [{ name: 'a', rank: 1.5 }, 'bad-value', 'rank', 'Expected a whole number, got the number 1.5.', undefined],
    [{ name: 'a', tags: [] }, 'bad-value', 'tags', 'Expected at least 1 in the list, got a list of 0.', undefined],
    [{ name: 'a', color: 'gren' }, 'bad-value', 'color', 'Expected red or green, got "gren".', 'Did you mean "green"?'],
    [{ name: 'a', on: 'yes' }, 'bad-value', 'on', 'Expected true or false, got "yes".', undefined],
    [{ name: 'a', naem: 'b' }, 'unknown-key', 'naem', 'Unknown key "naem".', 'Did you mean "name"?'],
    [
      { name: 'a', part: { type: 'fil' } },
      'bad-value',
      'part.type',
      'Unknown type "fil": expected text or file.',
      'Did you mean "file"?',
    ],
    [{ name: 'a', part: { value: 'x' } }, 'missing-key', 'part.type', 'Missing "type" (one of text, file).', undefined],
    [
      { name: 'a', part: { tpe: 'text', value: 'x' } },
      'missing-key',
      'part.type',
      'Missing "type" (one of text, file).',
      'Did you mean "type" instead of "tpe"?',
    ],
    [{ name: 'a', split: 'one,six' }, 'bad-value', 'split.1', 'Expected one or two, got "six".', undefined],
    [{ name: 'a', either: ['x'] }, 'bad-value', 'either.0', 'Expected a number, got "x".', undefined],
    [
      { name: 'a', either: 5 },
      'bad-value',
      'either',
      'Expected text or a list, got the number 5.',
      'Put it in quotes.',
    ],
    [{ name: 'a', choice: 'on' }, 'bad-value', 'choice', 'Expected one, two or a list, got "on".', undefined],
    [
      { name: 'a', choice: 'tow' },
      'bad-value',
      'choice',
      'Expected one, two or a list, got "tow".',
      'Did you mean "two"?',
    ],
    [[], 'bad-value', '', 'Expected a mapping, got a list of 0.', undefined],
    [null, 'bad-value', '', 'Expected a mapping, got nothing.', undefined],
  ])('reports for %j: %s at "%s"', (value, kind, path, message, hint) => {
    const issues = checkSchema(Thing, value).issues ?? [];
    expect(issues.map((issue) => ({ ...issue, path: issue.path.join('.') }))).toEqual([
      expect.objectContaining({ kind, path, message, ...definedOnly({ hint }) }),
    ]);
  });

  it('lists the known keys when none is near', () => {
    const [issue] = checkSchema(Thing, { name: 'a', banana: 1 }).issues ?? [];
    expect(issue?.hint).toMatch(/^Known keys here: name, size/);
  });

  it('keeps every issue, and the value when there is none', () => {
    expect(checkSchema(Thing, { banana: 1, size: 'x' }).issues).toHaveLength(3);
    expect(checkSchema(Thing, { naem: 'a' }).issues).toHaveLength(1);
    expect(checkSchema(Thing, { name: 'a' }).value).toEqual({ name: 'a' });
  });
});
