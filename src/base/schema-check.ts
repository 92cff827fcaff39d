import type { z } from 'zod';
import { definedOnly } from './defined-only.ts';
import { explainIssue, quoteValue, readKnownKeys } from './explain-issue.ts';
import type { FaultCode } from './fault-codes.ts';
import { findNearest } from './nearest.ts';
import { isPlainObject } from './plain-object.ts';

export type PathSegment = string | number;

/** What a schema found wrong with a value, and where. `at`: the key or its value is to blame. */
export interface SchemaIssue {
  readonly kind: 'unknown-key' | 'missing-key' | 'bad-value';
  readonly path: readonly PathSegment[];
  readonly at: 'key' | 'value';
  readonly message: string;
  readonly hint?: string;
  /** For an unknown key: the known one it was probably meant to be. */
  readonly meant?: string;
  /** A code more exact than that of `kind`. */
  readonly code?: FaultCode;
}

type SchemaResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly value?: undefined; readonly issues: readonly SchemaIssue[] };

/**
 * Checks a value against a schema, with issues worded for the person who wrote the value.
 * A schema's own error text may have a second line: that is the hint.
 */
export function checkSchema<T>(schema: z.ZodType<T>, value: unknown): SchemaResult<T> {
  const result = schema.safeParse(value, { error: explainIssue });
  if (result.success) return { value: result.data };
  return { issues: withoutEchoes(result.error.issues.flatMap((issue) => toSchemaIssues(issue, value))) };
}

/** A mistyped key is unknown, and the key that was meant is missing: one mistake, reported once. */
export function withoutEchoes(issues: readonly SchemaIssue[]): readonly SchemaIssue[] {
  const meant = issues
    .filter((issue) => issue.kind === 'unknown-key' && issue.meant !== undefined)
    .map((issue) => JSON.stringify([...issue.path.slice(0, -1), issue.meant]));
  return issues.filter((issue) => issue.kind !== 'missing-key' || !meant.includes(JSON.stringify(issue.path)));
}

type Issue = z.core.$ZodIssue;

function toSchemaIssues(issue: Issue, input: unknown, base: readonly PathSegment[] = []): readonly SchemaIssue[] {
  const path = [...base, ...issue.path.filter((segment) => typeof segment !== 'symbol')];
  if (issue.code === 'unrecognized_keys') {
    const known = readKnownKeys(issue.message);
    return issue.keys.map((key) => toUnknownKey([...path, key], key, known));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const branch = pickBranch(issue.errors);
    if (branch !== undefined) return branch.flatMap((inner) => toSchemaIssues(inner, input, path));
  }
  const [message = '', hint] = issue.message.split('\n');
  const kind = isMissing(issue, input, path) ? 'missing-key' : 'bad-value';
  return [{ kind, path, at: 'value', message, ...definedOnly({ hint }) }];
}

function toUnknownKey(path: readonly PathSegment[], key: string, known: readonly string[]): SchemaIssue {
  const meant = findNearest(key, known);
  const issue = { kind: 'unknown-key', path, at: 'key', message: `Unknown key ${quoteValue(key)}.` } as const;
  if (meant !== undefined) return { ...issue, meant, hint: `Did you mean "${meant}"?` };
  return known.length === 0 ? issue : { ...issue, hint: `Known keys here: ${known.join(', ')}.` };
}

/** The branch that got furthest into the value is the one the writer meant; none if all failed at the door. */
function pickBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const entered = branches.filter((branch) => branch.every((issue) => !isWrongType(issue)));
  return entered.sort((a, b) => a.length - b.length)[0];
}

function isWrongType(issue: Issue): boolean {
  return issue.path.length === 0 && ['invalid_type', 'invalid_value', 'custom'].includes(issue.code);
}

function isMissing(issue: Issue, input: unknown, path: readonly PathSegment[]): boolean {
  if (issue.code === 'custom' || path.length === 0) return false;
  return findValue(input, path) === undefined;
}

/** A text that a schema splits into a list is not a list yet: then the value is the text. */
function findValue(value: unknown, path: readonly PathSegment[]): unknown {
  let current = value;
  for (const segment of path) {
    if (Array.isArray(current)) current = current[Number(segment)];
    else if (isPlainObject(current)) current = Object.hasOwn(current, segment) ? current[segment] : undefined;
    else return current;
  }
  return current;
}
