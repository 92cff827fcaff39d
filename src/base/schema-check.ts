import type { z } from 'zod';
import { explainIssue, quoteValue } from './explain-issue.ts';
import type { FaultCode } from './fault-codes.ts';
import { isPlainObject } from './plain-object.ts';

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
