import type { SchemaIssue } from '../base/schema-check.ts';
import { type ParseResult, toBadValue, underPath } from './parse-result.ts';

/** How much one item may hold. Far above what people write, and low enough that no item takes a server down. */
export const itemBounds = {
  turns: 50_000,
  /** In one list: of a turn, or of the item. */
  refs: 50_000,
  /** In one list: of a turn, or of the item. */
  tags: 1000,
  tagLength: 500,
  urlLength: 8000,
  /** In all turns together. */
  turnTags: 20_000,
  /** In all turns together. */
  turnRefs: 50_000,
  /** Keys at the top that have no meaning. */
  unknownKeys: 1000,
} as const;

/** Whoever made a hundred mistakes made one mistake a hundred times. */
export const mostIssues = 100;

/** What is wrong with a list that is too long; each entry of it is not worth a look then. */
export function findListFault(list: readonly unknown[], most: number, what: string): SchemaIssue | undefined {
  if (list.length <= most) return undefined;
  const message = `Expected at most ${most.toLocaleString('en')} ${what}, got ${list.length.toLocaleString('en')}.`;
  return toBadValue([], message);
}

/** Reads the entries of a list, each apart, so that the issues of all show; after the first hundred it stops. */
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
