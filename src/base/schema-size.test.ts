import { describe, expect, it } from 'vitest';
import { loadSchemaCompiler } from './compile-json-schema.ts';
import { findTooBig } from './schema-size.ts';

const withProperties = (count: number) => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string' }])),
});

describe('the size of a JSON Schema', () => {
  it.each([
    // The schema, its properties, and one object for each of 1,998: 2,000.
    ['as many objects as there may be', withProperties(1998), undefined],
    ['one object more', withProperties(1999), 'it is too big, with more than 2,000 objects and lists'],
    ['a list of many values', { enum: Array.from({ length: 30_000 }, () => 'value') }, undefined],
    ['too much text', { description: 'x'.repeat(200_001) }, 'it is too big, with more than 200,000 characters'],
    ['long names', { properties: { ['x'.repeat(200_001)]: true } }, 'it is too big, with more than 200,000 characters'],
    ['true', true, undefined],
  ])('is bounded: %s', (_title, schema, flaw) => {
    expect(findTooBig(schema)).toBe(flaw);
  });

  it('is looked at before anything is compiled', async () => {
    const compile = await loadSchemaCompiler();
    expect(compile(withProperties(20_000))).toBe('it is too big, with more than 2,000 objects and lists');
    expect(compile(withProperties(10))).toBeTypeOf('function');
  });
});
