import type { z } from 'zod';
import { Message, ToolCall } from '../../../src/conversation/message.ts';
import { SampleMessage } from '../../../src/conversation/sample.ts';
import { type JsonSchema, toReferringSchema, toSchema } from '../json-schema.ts';
import { toAlternatives, toCode } from '../markdown.ts';
import { sharedShapes } from './outputs.ts';

/** Shapes of files that people write: they are printed as they are, and described on other pages. */
const foreignShapes: Readonly<Record<string, { readonly shape: z.ZodType; readonly link: string }>> = {
  Message: { shape: Message, link: '[message](eval-file.md#message)' },
  SampleMessage: { shape: SampleMessage, link: '[message](samples.md)' },
  ToolCall: { shape: ToolCall, link: 'tool call' },
};

/** A key of printed JSON. `path`: `cases[].status` inside its shape. */
export interface JsonKey {
  readonly path: string;
  readonly type: string;
  readonly description: string;
}

/** The JSON Schema of a printed shape, in which shared shapes are references. */
export function toPrintedSchema(shape: z.ZodType): JsonSchema {
  const named = Object.entries({ ...sharedShapes, ...foreignShapes });
  return toReferringSchema(shape, 'output', (other) => named.find(([, { shape: own }]) => Object.is(own, other))?.[0]);
}

/** Every key of a shape. Throws when one has no description. */
export function listKeys(shape: z.ZodType): readonly JsonKey[] {
  return listInside(toPrintedSchema(shape), '');
}

function listInside(schema: JsonSchema, prefix: string): readonly JsonKey[] {
  const own = listObjects(schema);
  const keys = own.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, value]) => ({
      name,
      value: toSchema(value),
      isNeeded: required.includes(name),
    })),
  );
  const unique = new Map(keys.map((key) => [key.name, key]));
  const named = [...unique.values()].flatMap(({ name, value, isNeeded }) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const description = findDescription(value);
    if (description === undefined) throw new Error(`The JSON key "${path}" has no description.`);
    const isAlways = isNeeded && keys.filter((key) => key.name === name).length === own.length;
    const type = `${toType(value)}${isAlways ? '' : ', optional'}`;
    return [{ path, type, description }, ...listInside(...toInner(value, path))];
  });
  return named;
}

/** A value that may be null has its description inside. */
function findDescription({ description, anyOf = [] }: JsonSchema): string | undefined {
  return description ?? anyOf.map((option) => toSchema(option).description).find((said) => said !== undefined);
}

/** What is inside a value, with its path: the entries of a list, the values of a map. */
function toInner(schema: JsonSchema, path: string): [JsonSchema, string] {
  if (schema.type === 'array') return toInner(toSchema(schema.items as JsonSchema), `${path}[]`);
  const values = toMapValues(schema);
  return values === undefined ? [schema, path] : toInner(values, `${path}.<key>`);
}

/** The objects that a value may be; none when it is a shared shape, a list, or no object. */
function listObjects(schema: JsonSchema): readonly JsonSchema[] {
  if (schema.$ref !== undefined) return [];
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return options.flatMap((option) => listObjects(toSchema(option)));
  if (schema.type === 'array') return listObjects(toSchema(schema.items as JsonSchema));
  return schema.properties === undefined ? [] : [schema];
}

function toMapValues({ type, properties, additionalProperties }: JsonSchema): JsonSchema | undefined {
  return type === 'object' && properties === undefined ? toSchema(additionalProperties) : undefined;
}

function toType(schema: JsonSchema): string {
  return toAlternatives(listTypes(schema));
}

function listTypes(schema: JsonSchema): readonly string[] {
  if (schema.$ref !== undefined) return [toLink(schema.$ref.replace('#/$defs/', ''))];
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return [...new Set(options.flatMap((option) => listTypes(toSchema(option))))];
  if (schema.enum !== undefined) return schema.enum.map((value) => toCode(String(value)));
  if (schema.const !== undefined) return [toCode(String(schema.const))];
  if (Array.isArray(schema.type)) return schema.type.map((type) => String(type));
  if (schema.type === 'array') return [`list of ${toType(toSchema(schema.items as JsonSchema))}`];
  const values = toMapValues(schema);
  if (values !== undefined) return [`map of ${toType(values)}`];
  return [schema.type ?? 'any'];
}

function toLink(name: string): string {
  return foreignShapes[name]?.link ?? `[${name}](#${name.toLowerCase()})`;
}

/** The shape of a reference inside a schema; undefined for shapes of other pages. */
export function findShared(ref: string): { readonly name: string; readonly shape: z.ZodType } | undefined {
  const name = ref.replace('#/$defs/', '');
  const shape = sharedShapes[name]?.shape;
  return shape === undefined ? undefined : { name, shape };
}
