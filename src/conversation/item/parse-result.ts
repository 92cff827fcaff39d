import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment, SchemaIssue } from '../../base/schema-check.ts';

/** A value, or the issues that make it invalid. Paths are relative to the input. */
export interface ParseResult<T> {
  readonly value?: T;
  readonly issues: readonly SchemaIssue[];
}

export function toBadValue(path: readonly PathSegment[], message: string, hint?: string): SchemaIssue {
  return { kind: 'bad-value', path, at: 'value', message, ...(hint === undefined ? {} : { hint }) };
}

export function toMissingKey(path: readonly PathSegment[], hint?: string): SchemaIssue {
  const message = `Missing key "${path.at(-1)}".`;
  return { kind: 'missing-key', path, at: 'value', message, ...(hint === undefined ? {} : { hint }) };
}

/** Prefixes the paths of a part's issues, so that they start at the whole. */
export function underPath(base: readonly PathSegment[], issues: readonly SchemaIssue[]): readonly SchemaIssue[] {
  return issues.map((issue) => ({ ...issue, path: [...base, ...issue.path] }));
}

/** Removes keys with the value null, which means "absent". `known` limits this to the given keys. */
export function withoutNulls(value: Record<string, unknown>, known?: readonly string[]): Record<string, unknown> {
  const isKept = (key: string) => value[key] !== null || known?.includes(key) === false;
  const keys = Object.keys(value);
  if (keys.every(isKept)) return value;
  return Object.fromEntries(keys.filter(isKept).map((key) => [key, value[key]]));
}

const depthLimit = 100;

/**
 * Checks data that no schema limits. It must not reach the prototype of an object, or nest so deeply that walking it
 * exhausts the stack.
 */
export function checkFreeData(value: unknown, path: readonly PathSegment[]): readonly SchemaIssue[] {
  if (path.length > depthLimit) {
    return [toBadValue(path.slice(0, 2), `The data is nested more than ${depthLimit} levels deep.`)];
  }
  if (Array.isArray(value)) return value.flatMap((inner, index) => checkFreeData(inner, [...path, index]));
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isForbidden =
      key === '__proto__' || (key === 'constructor' && isPlainObject(inner) && Object.hasOwn(inner, 'prototype'));
    if (!isForbidden) return checkFreeData(inner, [...path, key]);
    const message = `The key "${key}" is not allowed.`;
    return [{ kind: 'bad-value', path: [...path, key], at: 'key', message, hint: 'Remove it.' } as const];
  });
}

/** Maximum size of one item. It is far above what people write, and low enough to protect the server. */
export const itemBounds = {
  turns: 50_000,
  /** Per list, of a turn or of the item. */
  refs: 50_000,
  /** Per list, of a turn or of the item. */
  tags: 1000,
  tagLength: 500,
  urlLength: 8000,
  /** In all turns together. */
  turnTags: 20_000,
  /** In all turns together. */
  turnRefs: 50_000,
  /** Unknown top-level keys. */
  unknownKeys: 1000,
} as const;

/** After a hundred issues, the rest are usually the same mistake. */
export const mostIssues = 100;

/** The issue of a list that is too long. Its entries are not checked then. */
export function findListFault(list: readonly unknown[], most: number, what: string): SchemaIssue | undefined {
  if (list.length <= most) return undefined;
  const message = `Expected at most ${most.toLocaleString('en')} ${what}, got ${list.length.toLocaleString('en')}.`;
  return toBadValue([], message);
}

/** Parses each entry of a list separately, so that all issues are reported. It stops after a hundred issues. */
export function parseEach<Value>(
  list: readonly unknown[],
  parse: (entry: unknown, index: number) => ParseResult<Value>,
): ParseResult<readonly Value[]> {
  const values: Value[] = [];
  const issues: SchemaIssue[] = [];
  for (const [index, entry] of list.entries()) {
    const parsed = parse(entry, index);
    if (parsed.issues.length > 0) issues.push(...underPath([index], parsed.issues));
    if (parsed.value !== undefined) values.push(parsed.value);
    if (issues.length >= mostIssues) break;
  }
  return issues.length > 0 ? { issues: issues.slice(0, mostIssues) } : { value: values, issues };
}
