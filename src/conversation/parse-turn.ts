import { z } from 'zod';
import { quoteValue } from '../base/explain-issue.ts';
import { isPlainObject } from '../base/plain-object.ts';
import { checkSchema, type SchemaIssue, withoutEchoes } from '../base/schema-check.ts';
import { AnswerKey } from './answer-key.ts';
import type { Turn } from './item.ts';
import { itemBounds } from './item-bounds.ts';
import { findTagFault } from './item-tags.ts';
import { mergeRefs, type PlacedRef, parseRefs } from './parse-ref.ts';
import { checkFreeData, type ParseResult, toBadValue, toMissingKey, underPath, withoutNulls } from './parse-result.ts';
import type { Ref } from './ref.ts';
import { WrittenTurn } from './written-item.ts';

const answerKeys = Object.keys(AnswerKey.shape);

/** Refs are read one by one, by their own parser. */
const Fields = WrittenTurn.extend({ refs: z.unknown().optional() });

/**
 * Reads one turn, as founding document 003 writes it. The text is `msg` or `content`, whichever is not empty; with
 * both, `msg`. Null stands for an absent key; absent refs stay absent, absent tags are none.
 * `turnIndex` is the turn's place: a ref inside it may repeat that number, and no other.
 */
export function parseTurn(value: unknown, turnIndex: number): ParseResult<Turn> {
  if (!isPlainObject(value)) return { issues: [notATurn(value)] };
  const written = withPlainKey(withoutNulls(value));
  const refs = parseOwnRefs(written.refs, turnIndex);
  const plain = refs.issues.length === 0 ? findPlainTurn(written, refs.value) : undefined;
  if (plain !== undefined) return { value: plain, issues: [] };
  const fields = checkSchema(Fields, written);
  const issues = withoutEchoes([
    ...(fields.issues ?? []),
    ...checkText(written),
    ...underPath(['refs'], refs.issues),
    ...checkFree(written),
  ]);
  if (fields.value === undefined || issues.length > 0) return { issues };
  const tagIssues = checkTags(fields.value.tags ?? []);
  if (tagIssues.length > 0) return { issues: tagIssues };
  const { id, role, msg, content, refs: _read, tags, ...rest } = fields.value;
  return {
    value: {
      ...(id === undefined ? {} : { id }),
      role,
      msg: msg || content || '',
      ...(refs.value === undefined ? {} : { refs: refs.value }),
      tags: tags ?? [],
      ...rest,
    },
    issues,
  };
}

const plainKeys: ReadonlySet<string> = new Set(['role', 'msg', 'refs', 'tags']);
const plainRoles: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'tool']);

/**
 * A turn with nothing but a known role, text, refs and tags, as nearly all are, read without the schema, which takes
 * much longer and finds the same. Undefined: the schema has to say.
 */
function findPlainTurn(written: Record<string, unknown>, refs: Ref[] | undefined): Turn | undefined {
  for (const key in written) if (!plainKeys.has(key)) return undefined;
  const { role, msg, tags = [] } = written;
  if (typeof role !== 'string' || !plainRoles.has(role) || typeof msg !== 'string') return undefined;
  if (!Array.isArray(tags) || tags.length > itemBounds.tags) return undefined;
  if (!tags.every((tag) => typeof tag === 'string' && findTagFault(tag) === undefined)) return undefined;
  return refs === undefined ? { role, msg, tags } : { role, msg, refs, tags };
}

function checkTags(tags: readonly string[]): readonly SchemaIssue[] {
  return tags.flatMap((tag, index) => {
    const fault = findTagFault(tag);
    return fault === undefined ? [] : [toBadValue(['tags', index], fault)];
  });
}

function withPlainKey(written: Record<string, unknown>): Record<string, unknown> {
  const { answerKey } = written;
  return isPlainObject(answerKey) ? { ...written, answerKey: withoutNulls(answerKey, answerKeys) } : written;
}

function notATurn(value: unknown): SchemaIssue {
  return toBadValue([], `Expected a turn, got ${quoteValue(value)}.`, 'A turn needs at least a "role" and a "msg".');
}

function checkText({ msg, content, tool_calls: calls }: Record<string, unknown>): readonly SchemaIssue[] {
  const hasCalls = Array.isArray(calls) && calls.length > 0;
  if (msg !== undefined || content !== undefined || hasCalls) return [];
  return [toMissingKey(['msg'], 'Write the text of the turn as "msg".')];
}

function checkFree(written: Record<string, unknown>): readonly SchemaIssue[] {
  return ['tool_calls', 'meta', 'replyUnderTest'].flatMap((key) => checkFreeData(written[key], [key]));
}

function parseOwnRefs(value: unknown, turnIndex: number): ParseResult<Ref[]> {
  if (value === undefined) return { issues: [] };
  const parsed = parseRefs(value);
  if (parsed.value === undefined) return { issues: parsed.issues };
  const issues = parsed.value.flatMap((placed, index) => checkPlace(placed, turnIndex, index));
  return issues.length > 0 ? { issues } : { value: mergeRefs(parsed.value.map(({ ref }) => ref)), issues };
}

function checkPlace(
  { turnIndex: named, key = 'turnIndex' }: PlacedRef,
  turnIndex: number,
  index: number,
): readonly SchemaIssue[] {
  if (named === undefined || named === turnIndex) return [];
  const message = `The reference has ${key} ${named}, but its turn has turnIndex ${turnIndex}.`;
  return [toBadValue([index, key], message, 'Move the reference, or remove the number.')];
}
