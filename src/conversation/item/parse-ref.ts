import { quoteValue } from '../../base/explain-issue.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema, type SchemaIssue } from '../../base/schema-check.ts';
import { Ref } from '../ref.ts';
import { findUrlFault } from '../url.ts';
import { findListFault, itemBounds, type ParseResult, parseEach, toBadValue, withoutNulls } from './parse-result.ts';
import { WrittenRef } from './written-item.ts';

/** A ref and the turn it names. `turnIndex` exists only while reading: a stored ref is inside its turn. */
export interface PlacedRef {
  readonly ref: Ref;
  readonly turnIndex?: number;
  /** The key that named the turn. Default: turnIndex. */
  readonly key?: 'turnIndex' | 'messageIndex';
}

/** Parses one ref in the earlier curator format. Null means an absent key. */
export function parseRef(value: unknown): ParseResult<PlacedRef> {
  if (!isPlainObject(value)) return { issues: [notARef(value)] };
  const plain = findPlainRef(value);
  if (plain !== undefined) return { value: { ref: plain }, issues: noIssues };
  const result = checkSchema(WrittenRef, withoutNulls(value));
  if (result.value === undefined) return { issues: result.issues.map((issue) => withUrlCode(issue, value)) };
  const { messageIndex, turnIndex = messageIndex, ...ref } = result.value;
  if (messageIndex !== undefined && messageIndex !== turnIndex) {
    const message = `The reference names two turns: turnIndex ${turnIndex} and messageIndex ${messageIndex}.`;
    return { issues: [toBadValue(['messageIndex'], message, 'Keep turnIndex.')] };
  }
  const isOld = messageIndex !== undefined && result.value.turnIndex === undefined;
  const place = turnIndex === undefined ? {} : { turnIndex, ...(isOld ? { key: 'messageIndex' as const } : {}) };
  return { value: { ref, ...place }, issues: [] };
}

const noIssues: readonly SchemaIssue[] = [];
const textFields = ['url', 'title', 'content', 'keyExcerpt', 'type'] as const;
const plainKeys: ReadonlySet<string> = new Set(textFields);

/**
 * Parses a ref that has only texts, as nearly all refs do. It skips the schema, which is much slower and finds the
 * same. Undefined: the schema has to decide.
 */
function findPlainRef(value: Record<string, unknown>): Ref | undefined {
  for (const key in value) if (!plainKeys.has(key) || typeof value[key] !== 'string') return undefined;
  if (typeof value.url !== 'string') return undefined;
  const url = value.url.trim();
  if (findUrlFault(url) !== undefined) return undefined;
  const ref: Ref = { url };
  for (const field of textFields) {
    const text = value[field];
    if (field !== 'url' && typeof text === 'string') ref[field] = text;
  }
  return ref;
}

function notARef(value: unknown): SchemaIssue {
  const hint =
    typeof value === 'string' ? `Write {"url": ${quoteValue(value)}}.` : 'A reference needs at least a "url".';
  return toBadValue([], `Expected a reference, got ${quoteValue(value)}.`, hint);
}

/** If the url is text, only its content can be the problem. */
function withUrlCode(issue: SchemaIssue, value: Record<string, unknown>): SchemaIssue {
  const isRefused = issue.path[0] === 'url' && typeof value.url === 'string';
  return isRefused ? { ...issue, code: 'ITEM_BAD_URL' } : issue;
}

/** Parses a list of refs. Each ref is checked separately, so that all issues are reported. */
export function parseRefs(value: unknown): ParseResult<readonly PlacedRef[]> {
  if (!Array.isArray(value)) {
    return {
      issues: [
        toBadValue(
          [],
          `Expected a list of references, got ${quoteValue(value)}.`,
          'Write refs as a list: [{"url": …}].',
        ),
      ],
    };
  }
  const tooLong = findListFault(value, itemBounds.refs, 'refs');
  return tooLong === undefined ? parseEach(value, parseRef) : { issues: [tooLong] };
}

/** Merges the refs of one turn by url. For each field, the first non-empty value wins. */
export function mergeRefs(refs: readonly Ref[]): Ref[] {
  const byUrl = new Map<string, Ref>();
  for (const ref of refs) {
    const first = byUrl.get(ref.url);
    byUrl.set(ref.url, first === undefined ? ref : mergeRefPair(first, ref));
  }
  return [...byUrl.values()];
}

/**
 * Merges two refs. For each field, the first non-empty value wins. Parsing again fixes the key order, so that the
 * result always serializes to the same bytes.
 */
export function mergeRefPair(first: Ref, second: Ref): Ref {
  const filled = Object.entries(first).filter(([, value]) => value !== undefined && value !== '');
  return Ref.parse({ ...first, ...second, ...Object.fromEntries(filled) });
}
