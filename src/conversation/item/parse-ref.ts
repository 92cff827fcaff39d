import { quoteValue } from '../../base/explain-issue.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema, type SchemaIssue } from '../../base/schema-check.ts';
import { Ref } from '../ref.ts';
import { findUrlFault } from '../url.ts';
import { findListFault, itemBounds, type ParseResult, parseEach, toBadValue, withoutNulls } from './parse-result.ts';
import { WrittenRef } from './written-item.ts';

/** A ref, and the turn it says it belongs to. `turnIndex` is a view: a stored ref stands in its turn instead. */
export interface PlacedRef {
  readonly ref: Ref;
  readonly turnIndex?: number;
  /** The key that said so; default: turnIndex. */
  readonly key?: 'turnIndex' | 'messageIndex';
}

/** Reads one ref, as founding document 003 writes it. Null stands for an absent key. */
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
 * A ref of nothing but texts, as nearly all are, read without the schema, which takes much longer and finds the same.
 * Undefined: the schema has to say.
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

/** A url that is text can only be refused for what it says. */
function withUrlCode(issue: SchemaIssue, value: Record<string, unknown>): SchemaIssue {
  const isRefused = issue.path[0] === 'url' && typeof value.url === 'string';
  return isRefused ? { ...issue, code: 'ITEM_BAD_URL' } : issue;
}

/** Reads a list of refs; each is checked apart, so that all issues show. */
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

/** The refs of one turn: the same url twice is one ref, and of each field the first that is not empty counts. */
export function mergeRefs(refs: readonly Ref[]): Ref[] {
  const byUrl = new Map<string, Ref>();
  for (const ref of refs) {
    const first = byUrl.get(ref.url);
    byUrl.set(ref.url, first === undefined ? ref : mergeRefPair(first, ref));
  }
  return [...byUrl.values()];
}

/**
 * One ref of two: of each field the first that is not empty. Parsed again for the order of its keys: what is written
 * back has to be the same bytes each time.
 */
export function mergeRefPair(first: Ref, second: Ref): Ref {
  const filled = Object.entries(first).filter(([, value]) => value !== undefined && value !== '');
  return Ref.parse({ ...first, ...second, ...Object.fromEntries(filled) });
}
