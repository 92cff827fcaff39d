import type { z } from 'zod';
import { findNearest } from './nearest.ts';
import { isPlainObject } from './plain-object.ts';

/**
 * The text for one issue, and a hint on a second line. For unknown keys it is the list of known ones instead: the
 * schema is at hand only here, and a text is all that zod passes on.
 */
export function explainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'unrecognized_keys') return JSON.stringify(listKnownKeys(issue.inst));
  if (issue.input === undefined && issue.code !== 'custom') return `Missing ${nameOf(issue.path)}.`;
  if (issue.code === 'invalid_union' && typeof issue.discriminator === 'string') return explainChoice(issue);
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map((value: unknown) => String(value));
    return `Expected ${toAlternatives(allowed)}, got ${quoteValue(issue.input)}.${toNearestHint(issue.input, allowed)}`;
  }
  if (issue.code === 'too_small' || issue.code === 'too_big') return explainSize(issue);
  if (issue.code === 'invalid_type') {
    return `Expected ${wordFor(issue.expected)}, got ${quoteValue(issue.input)}.${toTypeHint(issue.expected, issue.input)}`;
  }
  if (issue.code === 'invalid_union') {
    const allowed = listWords(issue.inst);
    const hint =
      toNearestHint(issue.input, allowed) || (allowed.includes('text') ? toTypeHint('string', issue.input) : '');
    return `Expected ${toAlternatives(allowed)}, got ${quoteValue(issue.input)}.${hint}`;
  }
  return undefined;
}

/** What to type instead, for the common mistakes in YAML. */
function toTypeHint(expected: unknown, input: unknown): string {
  if (expected === 'string' && (typeof input === 'number' || typeof input === 'boolean')) {
    return '\nPut it in quotes.';
  }
  if (expected === 'array' && isPlainObject(input)) return '\nWrite a list: start each entry with "- ".';
  if (expected === 'array' && typeof input === 'string') return `\nWrite a list: [${input.slice(0, 60)}].`;
  const digits = typeof input === 'string' ? /^-?\d+(?:\.\d+)?/.exec(input.trim())?.[0] : undefined;
  if ((expected === 'number' || expected === 'int') && digits !== undefined)
    return `\nWrite only the number: ${digits}.`;
  if (expected === 'boolean') return '\nWrite true or false, without quotes.';
  return '';
}

function explainSize(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig>): string {
  const isSmall = issue.code === 'too_small';
  const limit = Number(isSmall ? issue.minimum : issue.maximum);
  const got = quoteValue(issue.input);
  if (issue.origin === 'string')
    return limit === 1 && isSmall
      ? 'Expected text, got an empty string.'
      : `Expected text of ${isSmall ? 'at least' : 'at most'} ${limit} characters.`;
  if (issue.origin === 'array') return `Expected ${isSmall ? 'at least' : 'at most'} ${limit} in the list, got ${got}.`;
  const bound = isSmall ? (issue.inclusive ? 'at least' : 'above') : issue.inclusive ? 'at most' : 'below';
  return `Expected a number ${bound} ${limit}, got ${got}.`;
}

function explainChoice(issue: z.core.$ZodRawIssue): string {
  const key = String(issue.discriminator);
  const input: unknown = isPlainObject(issue.input) ? issue.input[key] : undefined;
  const allowed = listDiscriminators(issue.inst, key);
  if (input === undefined) {
    const written = isPlainObject(issue.input) ? Object.keys(issue.input) : [];
    const slip = findNearest(key, written);
    const hint = slip === undefined ? '' : `\nDid you mean "${key}" instead of "${slip}"?`;
    return `Missing "${key}" (one of ${allowed.join(', ')}).${hint}`;
  }
  return `Unknown ${key} ${quoteValue(input)}: expected ${toAlternatives(allowed)}.${toNearestHint(input, allowed)}`;
}

/** The list that explainIssue put in the place of a text. */
export function readKnownKeys(text: string): readonly string[] {
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list.map(String) : [];
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
  tuple: 'a list',
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

/** A value for a message: short, on one line, its kind visible. */
export function quoteValue(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isPlainObject(value)) return 'a mapping';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  const short = text.length > 60 ? `${text.slice(0, 57)}…"` : text;
  return typeof value === 'string' ? short : `the ${typeof value} ${short}`;
}

type Definition = { readonly [key: string]: unknown };

/** zod keeps a schema's parts in `_zod.def`; reading them is how its own JSON Schema writer works. */
function definitionOf(schema: unknown): Definition {
  const internals = isObject(schema) ? schema._zod : undefined;
  const definition = isObject(internals) ? internals.def : undefined;
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
    const { type, values, entries } = definitionOf(option);
    if (type === 'null') return [];
    if (isObject(entries)) return Object.values(entries).map(String);
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
