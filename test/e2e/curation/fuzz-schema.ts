import fc from 'fast-check';

/** JSON Schema, as far as the OpenAPI document uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export type Schemas = Readonly<Record<string, Schema>>;

const nasty = fc.constantFrom(
  ...[
    '',
    ' ',
    'a:b',
    'topic:x',
    '__proto__',
    'constructor',
    "'; drop table items; --",
    '"',
    '*',
    'NEAR(',
    'a AND',
    '\u0000',
  ],
  ...[
    '\ud800',
    '\u202e',
    'é',
    '日本',
    '../..',
    '%',
    '%00',
    '%zz',
    'null',
    'true',
    '0',
    '-1',
    '1e999',
    'http://a',
    'javascript:x',
  ],
);
const words = fc.constantFrom(
  'fuzz',
  'one',
  'two',
  'last',
  'draft',
  'approved',
  'overall',
  'user',
  'assistant',
  'topic:x',
  'topic:y',
  'source:sme',
);
const text = fc.oneof(
  { weight: 3, arbitrary: words },
  { weight: 2, arbitrary: nasty },
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constant('x'.repeat(5000)),
);
const numbers = fc.constantFrom(0, -0, -1, 1, 2, 0.5, 200, 201, 1001, 2 ** 31, 2 ** 53, 1e300, -1e300);
/** Any JSON value. */
const junk = fc.oneof(
  nasty,
  numbers,
  fc.constant(null),
  fc.boolean(),
  fc.constantFrom([], {}, [[]], { a: { b: [] } }),
  fc.jsonValue({ maxDepth: 2 }),
);
const deepest = 7;

/** Values that fit the schema, with now and then one that does not, at any depth. */
export function toValues(schema: Schema, schemas: Schemas, depth = 0): fc.Arbitrary<unknown> {
  const fitting = toFitting(schema, schemas, depth);
  return fc.oneof({ weight: 14, arbitrary: fitting }, { weight: 1, arbitrary: junk });
}

function toFitting(schema: Schema, schemas: Schemas, depth: number): fc.Arbitrary<unknown> {
  if (depth > deepest) return junk;
  if (schema.$ref !== undefined)
    return toValues(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas, depth + 1);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => toValues(choice, schemas, depth + 1)));
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['unknown']);
  return fc.oneof(...types.map((type) => toTyped(type, schema, { schemas, depth })));
}

interface Place {
  readonly schemas: Schemas;
  readonly depth: number;
}

function toTyped(type: string, schema: Schema, { schemas, depth }: Place): fc.Arbitrary<unknown> {
  if (type === 'string') return text;
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'integer' || type === 'number') return toNumbers(type, schema);
  if (type === 'array') return toArrays(schema, { schemas, depth });
  if (type === 'object') return toObjects(schema, { schemas, depth });
  return junk;
}

function toNumbers(type: string, { minimum = -1000, maximum = 1000 }: Schema): fc.Arbitrary<unknown> {
  const [min, max] = [Math.max(Math.ceil(minimum), -(2 ** 40)), Math.min(Math.floor(maximum), 2 ** 40)];
  const fitting = fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max, Math.min(min + 1, max)));
  const broken = fc.constantFrom(min - 1, max + 1, min + 0.5);
  return fc.oneof(
    { weight: 8, arbitrary: type === 'integer' ? fitting : fc.oneof(fitting, fc.double({ noNaN: true })) },
    { weight: 1, arbitrary: broken },
  );
}

function toArrays({ items, prefixItems }: Schema, { schemas, depth }: Place): fc.Arbitrary<unknown> {
  if (prefixItems !== undefined) return fc.tuple(...prefixItems.map((item) => toValues(item, schemas, depth + 1)));
  const item = toValues(items ?? {}, schemas, depth + 1);
  return fc.array(item, { maxLength: depth < 3 ? 4 : 2 });
}

function toObjects(schema: Schema, { schemas, depth }: Place): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const known = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, toValues(each, schemas, depth + 1)]),
  );
  const fields = toFew(known, required).chain((whole) =>
    fc.oneof({ weight: 12, arbitrary: fc.constant(whole) }, { weight: 1, arbitrary: withoutOne(whole) }),
  );
  const isOpen = additionalProperties !== false && additionalProperties !== undefined;
  const value = isOpen && additionalProperties !== true ? toValues(additionalProperties, schemas, depth + 1) : junk;
  const others = fc.dictionary(text, value, { maxKeys: 2 });
  return fc.oneof(
    { weight: isOpen ? 2 : 10, arbitrary: fields },
    { weight: 1, arbitrary: fc.tuple(fields, others).map(([a, b]) => ({ ...a, ...b })) },
  );
}

/** The required fields and a few others: with all of them one would nearly always be wrong. */
export function toFew(
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  required: readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(fields);
  return fc.subarray(names, { maxLength: Math.min(3, names.length) }).chain((picked) => {
    const wanted = names.filter((name) => required.includes(name) || picked.includes(name));
    return fc.record(Object.fromEntries(wanted.map((name) => [name, fields[name] ?? fc.constant(null)])));
  });
}

function withoutOne(whole: Readonly<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(whole);
  if (names.length === 0) return fc.constant({});
  return fc
    .constantFrom(...names)
    .map((name) => Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name)));
}
