import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Flag, listOf, wholeNumber } from './query-values.ts';

describe('flags of a query', () => {
  it.each([
    ['', true],
    ['true', true],
    ['1', true],
    [true, true],
    ['false', false],
    ['0', false],
  ])('read %j as %j', (written, meant) => {
    expect(Flag.parse(written)).toBe(meant);
  });

  it.each(['yes', 'TRUE', '2', ['true', 'true'], null])('refuse %j', (written) => {
    expect(Flag.safeParse(written).success).toBe(false);
  });

  it('may be left out', () => {
    expect(z.strictObject({ atomic: Flag.optional() }).parse({})).toEqual({});
  });
});

describe('lists of a query', () => {
  const Words = listOf(z.string().min(1), 3);

  it.each([
    ['a', ['a']],
    ['a, b', ['a', 'b']],
    [
      ['a', 'b,c'],
      ['a', 'b', 'c'],
    ],
    ['Ash\\, Elm,b', ['Ash, Elm', 'b']],
    ['c\\\\,support', ['c\\', 'support']],
    [' lead ', [' lead ']],
  ])('read %j as %j', (written, meant) => {
    expect(Words.parse(written)).toEqual(meant);
  });

  it.each(['', 'a,', ',', 'a,b,c,d', [1], {}])('refuse %j', (written) => {
    expect(Words.safeParse(written).success).toBe(false);
  });

  it('are described as lists', () => {
    expect(z.toJSONSchema(Words, { io: 'input' })).toMatchObject({ type: 'array', maxItems: 3 });
  });
});

describe('numbers of a query', () => {
  const Limit = wholeNumber({ min: 1, max: 200 });

  it.each([
    ['1', 1],
    ['200', 200],
    [7, 7],
  ])('read %j as %j', (written, meant) => {
    expect(Limit.parse(written)).toBe(meant);
  });

  it.each(['0', '201', '-1', '1.5', '1e2', '', ' 1', 'NaN', '9'.repeat(40), ['1', '2']])('refuse %j', (written) => {
    expect(Limit.safeParse(written).success).toBe(false);
  });
});
