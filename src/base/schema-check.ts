import type { z } from 'zod';
import type { FaultCode } from './fault-codes.ts';
import { isPlainObject } from './hash.ts';
import { findNearest } from './nearest.ts';

export type PathSegment = string | number;

/** What a schema found wrong with a value, and where. `at` tells whether the key or its value is to blame. */
export interface SchemaIssue {
  readonly kind: 'unknown-key' | 'missing-key' | 'bad-value';
  readonly path: readonly PathSegment[];
  readonly at: 'key' | 'value';
  readonly message: string;
  readonly hint?: string;
  /** A code more exact than the one that `kind` stands for. */
  readonly code?: FaultCode;
}

export type SchemaResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly value?: undefined; readonly issues: readonly SchemaIssue[] };

/**
 * Checks a value against a schema, with issues worded for the person who wrote the value.
 * A schema's own error text may have a second line: that is the hint.
 */
export function checkSchema<T>(schema: z.ZodType<T>, value: unknown): SchemaResult<T> {
  const result = schema.safeParse(value, { error: explainIssue });
  if (result.success) return { value: result.data };
  return { issues: result.error.issues.flatMap((issue) => toSchemaIssues(issue, value)) };
}

type Issue = z.core.$ZodIssue;

function toSchemaIssues(issue: Issue, input: unknown, base: readonly PathSegment[] = []): readonly SchemaIssue[] {
  const path = [...base, ...issue.path.filter((segment) => typeof segment !== 'symbol')];
  if (issue.code === 'unrecognized_keys') {
    const lines = issue.message.split('\n');
    return issue.keys.map((key, index) => unknownKey([...path, key], key, lines[index] ?? ''));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const branch = pickBranch(issue.errors);
    if (branch !== undefined) return branch.flatMap((inner) => toSchemaIssues(inner, input, path));
  }
  const [message = '', hint] = issue.message.split('\n');
  const kind = isMissing(issue, input, path) ? 'missing-key' : 'bad-value';
  return [{ kind, path, at: 'value', message, ...(hint === undefined ? {} : { hint }) }];
}

function unknownKey(path: readonly PathSegment[], key: string, hint: string): SchemaIssue {
  return {
    kind: 'unknown-key',
    path,
    at: 'key',
    message: `Unknown key ${quoteValue(key)}.`,
    ...(hint === '' ? {} : { hint }),
  };
}

/** The branch that got furthest into the value is the one the writer meant; none if all failed at the door. */
function pickBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const entered = branches.filter((branch) => branch.every((issue) => !isWrongType(issue)));
  return entered.sort((a, b) => a.length - b.length)[0];
}

function isWrongType(issue: Issue): boolean {
  return issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
}

function isMissing(issue: Issue, input: unknown, path: readonly PathSegment[]): boolean {
  if (issue.code === 'custom' || path.length === 0) return false;
  return findValue(input, path) === undefined;
}

function findValue(value: unknown, path: readonly PathSegment[]): unknown {
  let current = value;
  for (const segment of path) {
    if (Array.isArray(current)) current = current[Number(segment)];
    else if (isPlainObject(current)) current = Object.hasOwn(current, segment) ? current[segment] : undefined;
    else return undefined;
  }
  return current;
}

/** The text for one issue; for unknown keys one line of hint per key, since the schema is at hand only here. */
function explainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'unrecognized_keys') {
    const known = listKnownKeys(issue.inst);
    return issue.keys.map((key: string) => toKeyHint(key, known)).join('\n');
  }
  if (issue.input === undefined && issue.code !== 'custom') return `Missing ${nameOf(issue.path)}.`;
  if (issue.code === 'invalid_union' && typeof issue.discriminator === 'string') return explainChoice(issue);
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map((value: unknown) => String(value));
    return `Expected ${toAlternatives(allowed)}, got ${quoteValue(issue.input)}.${toNearestHint(issue.input, allowed)}`;
  }
  if (issue.code === 'invalid_type') return `Expected ${wordFor(issue.expected)}, got ${quoteValue(issue.input)}.`;
  if (issue.code === 'invalid_union')
    return `Expected ${toAlternatives(listWords(issue.inst))}, got ${quoteValue(issue.input)}.`;
  return undefined;
}

function explainChoice(issue: z.core.$ZodRawIssue): string {
  const key = String(issue.discriminator);
  const input: unknown = isPlainObject(issue.input) ? issue.input[key] : undefined;
  const allowed = listDiscriminators(issue.inst, key);
  if (input === undefined) return `Missing "${key}": one of ${allowed.join(', ')}.`;
  return `Unknown ${key} ${quoteValue(input)}: expected ${toAlternatives(allowed)}.${toNearestHint(input, allowed)}`;
}

function toKeyHint(key: string, known: readonly string[]): string {
  const nearest = findNearest(key, known);
  if (nearest !== undefined) return `Did you mean "${nearest}"?`;
  return known.length > 0 ? `Known keys here: ${known.join(', ')}.` : '';
}

function toNearestHint(input: unknown, allowed: readonly string[]): string {
  const nearest = typeof input === 'string' ? findNearest(input, allowed) : undefined;
  return nearest === undefined ? '' : `\nDid you mean "${nearest}"?`;
}

function nameOf(path: readonly PropertyKey[] | undefined): string {
  const last = path?.at(-1);
  return typeof last === 'string' ? `key "${last}"` : 'value';
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  null: 'nothing',
};

function wordFor(type: unknown): string {
  return words[String(type)] ?? String(type);
}

function toAlternatives(values: readonly string[]): string {
  const unique = [...new Set(values)];
  return unique.length > 1 ? `${unique.slice(0, -1).join(', ')} or ${unique.at(-1)}` : (unique[0] ?? 'another value');
}

/** A value as it can stand in a message: short, on one line, its kind visible. */
export function quoteValue(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isPlainObject(value)) return 'a mapping';
  const text = JSON.stringify(value) ?? String(value);
  const short = text.length > 60 ? `${text.slice(0, 57)}…"` : text;
  return typeof value === 'string' ? short : `the ${typeof value} ${short}`;
}

type Definition = { readonly [key: string]: unknown };

/** zod keeps a schema's parts in `_zod.def`; reading them is how its own JSON Schema writer works. */
function definitionOf(schema: unknown): Definition {
  const internals = isObject(schema) ? schema['_zod'] : undefined;
  const definition = isObject(internals) ? internals['def'] : undefined;
  return isObject(definition) ? definition : {};
}

function isObject(value: unknown): value is Definition {
  return typeof value === 'object' && value !== null;
}

function listKnownKeys(schema: unknown): readonly string[] {
  const { shape } = definitionOf(schema);
  return isObject(shape) ? Object.keys(shape) : [];
}

function listOptions(schema: unknown): readonly unknown[] {
  const { options } = definitionOf(schema);
  return Array.isArray(options) ? options : [];
}

function listWords(schema: unknown): readonly string[] {
  return listOptions(schema).flatMap((option) => {
    const { type, values } = definitionOf(option);
    if (type === 'null') return [];
    if (type === 'union') return listWords(option);
    return Array.isArray(values) ? values.map(String) : [wordFor(type)];
  });
}

function listDiscriminators(schema: unknown, key: string): readonly string[] {
  return listOptions(schema).flatMap((option) => {
    const { shape } = definitionOf(option);
    const { values } = definitionOf(isObject(shape) ? shape[key] : undefined);
    return Array.isArray(values) ? values.map(String) : [];
  });
}
