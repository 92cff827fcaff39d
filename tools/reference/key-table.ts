import type { z } from 'zod';
import { type JsonSchema, toLinkedSchema, toSchema } from './json-schema.ts';
import { renderTable, toCell, toCode, withoutEmptyColumns } from './markdown.ts';
import { toTypeWords } from './type-words.ts';

/** The keys of a shape, or some of them. */
export interface TableSource {
  readonly shape: z.ZodType;
  readonly keys?: readonly string[];
}

const head = ['key', 'type', 'default', 'meaning'];

/** A table of keys, each with its type, whether it is required, its default and what it means. */
export function renderKeys({ shape, keys }: TableSource, page: string): string {
  const schema = toLinkedSchema(shape);
  const names = keys ?? Object.keys(schema.properties ?? {});
  const rows = names.map((name) => renderKey(name, schema, page));
  return renderTable(...withoutEmptyColumns(head, rows));
}

function renderKey(name: string, shape: JsonSchema, page: string): readonly string[] {
  const schema = toSchema(shape.properties?.[name]);
  const { meaning, fallback } = splitDescription(getDescription(name, schema, shape));
  const isRequired = shape.required?.includes(name) ?? false;
  return [toCode(name), toTypeWords(schema, page), isRequired ? '**required**' : fallback, toCell(meaning)];
}

/** A key without a word for people is a gap in the shape, not in the docs. */
function getDescription(name: string, schema: JsonSchema, { $defs = {} }: JsonSchema): string {
  const { const: literal, $ref = '' } = schema;
  const description = schema.description ?? $defs[$ref.replace('#/$defs/', '')]?.description;
  if (description !== undefined) return description;
  if (literal !== undefined) return `Always ${String(literal)}.`;
  throw new Error(`The key "${name}" has no description: add .describe('…') to its shape.`);
}

interface Described {
  readonly meaning: string;
  readonly fallback: string;
}

/** Shapes say their default at the end of the description: `What it is. Default: this.` */
function splitDescription(description: string): Described {
  const match = /^(.*?)\s*Default: (.+)\.$/s.exec(description);
  if (match === null) return { meaning: description, fallback: '' };
  const [, meaning = '', value = ''] = match;
  return { meaning, fallback: isLiteral(value) ? toCode(value) : toCell(value) };
}

function isLiteral(value: string): boolean {
  return /^\S+$/.test(value) || /^\[.*\]$/.test(value);
}
