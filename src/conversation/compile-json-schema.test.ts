import { describe, expect, it } from 'vitest';
import { findTooBig, loadSchemaCompiler, TooManySteps } from './compile-json-schema.ts';

const compile = await loadSchemaCompiler();

function listMessages(schema: unknown, value: unknown): readonly string[] {
  const find = compile(schema);
  if (typeof find === 'string') throw new Error(find);
  return find(value).map(({ path, message }) => `${path}: ${message}`);
}

describe('loadSchemaCompiler', () => {
  const wrong: readonly (readonly [schema: unknown, value: unknown, messages: readonly string[]])[] = [
    [{ type: 'object' }, [], [': must be object']],
    [{ properties: { a: { items: { type: 'integer' } } } }, { a: [1, 'x'] }, ['a[1]: must be integer']],
    [{ required: ['a'] }, {}, [": must have required property 'a'"]],
    [{ required: ['toString'] }, {}, [": must have required property 'toString'"]],
    [{ additionalProperties: false }, { 'b c': 1 }, [': must NOT have additional properties: "b c"']],
    [{ properties: { 'x/y~': { const: 1 } } }, { 'x/y~': 2 }, ['["x/y~"]: must be equal to constant: 1']],
    [{ enum: ['a', 'b'] }, 'c', [': must be equal to one of the allowed values: ["a","b"]']],
    [{ uniqueItems: true }, [{ a: 1, b: 2 }, 1, { b: 2, a: 1 }], [': must not have the same item twice']],
    [{ uniqueItems: false }, [1, 1], []],
    [{ pattern: '^\\u0041\\/\\d$' }, 'A/1', []],
    [{ patternProperties: { '^n_': { type: 'number' } } }, { n_a: '1' }, ['n_a: must be number']],
    [{ format: 'email', type: 'string' }, 'no address', []],
    [{ unknownWord: 1 }, 1, []],
    [{ $defs: { a: { type: 'string' } }, items: { $ref: '#/$defs/a' } }, [1], ['[0]: must be string']],
    [{ prefixItems: [{ type: 'string' }], items: false }, ['a', 1], [': must NOT have more than 1 items']],
    [{ unevaluatedProperties: false }, { a: 1 }, [': must NOT have unevaluated properties: "a"']],
    [
      { $schema: 'https://json-schema.org/draft/2019-09/schema', items: [{ type: 'string' }] },
      [1],
      ['[0]: must be string'],
    ],
    [{ $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] }, [1], ['[0]: must be string']],
    [{ $schema: 'http://json-schema.org/draft-06/schema#', contains: { const: 1 } }, [1], []],
    [true, 1, []],
    [false, 1, [': boolean schema is false']],
  ];
  it.each(wrong)('by %j finds in %j: %j', (schema, value, messages) => {
    expect(listMessages(schema, value)).toEqual(messages);
  });

  it.each([
    [{ type: 'objekt' }, /^type must be equal to one of/],
    [{ minimum: 'x' }, /^minimum must be number/],
    [{ properties: { a: { type: 5 } } }, /^properties.a.type must be/],
    [
      { $ref: 'https://example.com/a.json' },
      /^it refers to "https:\/\/example.com\/a.json", which is outside the schema and is not fetched/,
    ],
    [{ $ref: '#/$defs/none' }, /^it refers to "#\/\$defs\/none"/],
    [{ $ref: './other.json' }, /^it refers to/],
    [{ pattern: '(?=a)' }, /^a pattern is not valid RE2: .*\(\?=/],
    [{ pattern: '(' }, /^a pattern is not valid RE2: missing/],
    [{ $schema: 'http://json-schema.org/draft-04/schema#' }, /^its \$schema is not draft 2020-12/],
    [{ $schema: 5 }, /^its \$schema is not/],
    [{ $async: true }, /asynchronous/],
    [null, /neither an object nor true or false/],
    [[], /neither an object nor true or false/],
    ['text', /neither an object nor true or false/],
  ])('says why it rejects %j', (schema, reason) => {
    expect(compile(schema)).toMatch(reason);
  });

  it('keeps schemas with the same $id separate', () => {
    const id = { $id: 'https://example.com/s' };
    expect(listMessages({ ...id, type: 'string' }, 1)).toEqual([': must be string']);
    expect(listMessages({ ...id, type: 'number' }, 1)).toEqual([]);
  });

  it('finishes on a pattern that makes other engines hang, and on many different items', () => {
    expect(listMessages({ pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}!`)).toHaveLength(1);
    const items = Array.from({ length: 30_000 }, (_, index) => ({ index }));
    expect(listMessages({ uniqueItems: true }, items)).toEqual([]);
  });

  describe('gives up when references branch too often', () => {
    const branch = (key: string, ref: object) => ({ type: 'object', required: [key], properties: { a: ref } });
    const either = (ref: object) => ({ anyOf: [branch('x', ref), branch('y', ref)] });
    const laughs = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => {
        const next = { $ref: `#/$defs/l${level + 1}` };
        return [`l${level}`, { anyOf: [next, next] }];
      }),
    );
    it.each([
      ['$ref', { $defs: { n: either({ $ref: '#/$defs/n' }) }, $ref: '#/$defs/n' }],
      ['$ref: #', either({ $ref: '#' })],
      ['$dynamicRef', { $dynamicAnchor: 'n', ...either({ $dynamicRef: '#n' }) }],
      [
        '$recursiveRef',
        {
          $schema: 'https://json-schema.org/draft/2019-09/schema',
          $recursiveAnchor: true,
          ...either({ $recursiveRef: '#' }),
        },
      ],
      ['draft-07', { $schema: 'http://json-schema.org/draft-07/schema#', ...either({ $ref: '#' }) }],
      ['no value to go down', { $defs: { ...laughs, l40: false }, $ref: '#/$defs/l0' }],
    ])('by %s', (_title, schema) => {
      let value = {};
      for (let depth = 0; depth < 60; depth += 1) value = { a: value };
      expect(() => listMessages(schema, value)).toThrow(TooManySteps);
    });
  });

  it('follows enough references for a long value, and counts again for each value', () => {
    const find = compile({ items: { $ref: '#/$defs/n' }, $defs: { n: { type: 'integer' } } });
    if (typeof find === 'string') throw new Error(find);
    const value = Array.from({ length: 200_000 }, (_, index) => index);
    for (let time = 0; time < 3; time += 1) expect(find(value)).toEqual([]);
  });

  it('lists the first violations and shortens long ones', () => {
    const key = 'k'.repeat(100_000);
    expect(
      listMessages(
        { items: { type: 'string' } },
        Array.from({ length: 5_000 }, () => 1),
      ),
    ).toHaveLength(20);
    expect(listMessages({ additionalProperties: false }, { [key]: 1 })[0]?.length).toBeLessThan(400);
  });

  it('rejects a schema that is nested too deeply', () => {
    let schema = {};
    for (let depth = 0; depth < 1_900; depth += 1) schema = { not: schema };
    expect(compile(schema)).toBe('it is nested too deeply');
  });
});

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
  ])('is limited: %s', (_title, schema, flaw) => {
    expect(findTooBig(schema)).toBe(flaw);
  });

  it('is checked before anything is compiled', async () => {
    const compile = await loadSchemaCompiler();
    expect(compile(withProperties(20_000))).toBe('it is too big, with more than 2,000 objects and lists');
    expect(compile(withProperties(10))).toBeTypeOf('function');
  });
});
