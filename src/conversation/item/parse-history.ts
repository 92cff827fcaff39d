import { z } from 'zod';
import { quoteValue } from '../../base/explain-issue.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema, type SchemaIssue, withoutEchoes } from '../../base/schema-check.ts';
import { AnswerKey } from '../answer-key.ts';
import type { Ref } from '../ref.ts';
import { nameTurn } from '../turn-number.ts';
import type { Turn } from './item.ts';
import { findTagFault } from './item-tags.ts';
import { mergeRefs, type PlacedRef, parseRefs } from './parse-ref.ts';
import {
  checkFreeData,
  findListFault,
  itemBounds,
  mostIssues,
  type ParseResult,
  parseEach,
  toBadValue,
  toMissingKey,
  underPath,
  withoutNulls,
} from './parse-result.ts';
import { WrittenTurn } from './written-item.ts';

/**
 * Parses the turns of a conversation. Each turn is checked separately, so that all issues are reported. Turn ids must
 * be unique.
 */
export function parseHistory(value: unknown): ParseResult<readonly Turn[]> {
  if (!Array.isArray(value)) {
    const hint = 'Write the turns as a list: [{"role": "user", "msg": …}].';
    return { issues: [toBadValue([], `Expected a list of turns, got ${quoteValue(value)}.`, hint)] };
  }
  const tooLong = findListFault(value, itemBounds.turns, 'turns');
  if (tooLong !== undefined) return { issues: [tooLong] };
  const parsed = parseEach(value, parseTurn);
  if (parsed.value === undefined) return parsed;
  const issues = [...checkTurnIds(parsed.value), ...checkTotals(parsed.value)];
  return issues.length > 0 ? { issues } : parsed;
}

function checkTotals(turns: readonly Turn[]): readonly SchemaIssue[] {
  let tags = 0;
  let refs = 0;
  for (const turn of turns) {
    tags += turn.tags.length;
    refs += turn.refs?.length ?? 0;
  }
  const tooMany = (count: number, most: number, what: string) =>
    count <= most ? [] : [toBadValue([], `The turns have ${count} ${what}. The limit is ${most}.`)];
  return [...tooMany(tags, itemBounds.turnTags, 'tags'), ...tooMany(refs, itemBounds.turnRefs, 'refs')];
}

function checkTurnIds(turns: readonly Turn[]): readonly SchemaIssue[] {
  const seen = new Map<string, number>();
  return turns.flatMap((turn, index) => {
    if (turn.id === undefined) return [];
    const first = seen.get(turn.id);
    if (first === undefined) {
      seen.set(turn.id, index);
      return [];
    }
    const message = `The id ${quoteValue(turn.id)} is already used by ${nameTurn(first)}.`;
    return [
      {
        ...toBadValue([index, 'id'], message, 'Give each turn its own id, or remove the id.'),
        code: 'ITEM_DUPLICATE_ID',
      },
    ];
  });
}

export interface PlacedHistory {
  readonly history: readonly Turn[];
  /** The refs that name no turn. */
  readonly refs: readonly Ref[];
}

/** Moves each ref that names a turn to the end of that turn's refs. Issues are at `[index, …]` of `refs`. */
export function placeRefs(history: readonly Turn[], refs: readonly PlacedRef[]): ParseResult<PlacedHistory> {
  const issues = refs.flatMap(({ turnIndex = 0, key = 'turnIndex' }, index) => {
    if (refs[index]?.turnIndex === undefined || turnIndex < history.length) return [];
    const range = history.length === 0 ? 'has no turns' : `has ${key} 0 to ${history.length - 1}`;
    const message = `The ref has ${key} ${turnIndex}. The history ${range}.`;
    return [toBadValue([index, key], message, `${key} counts from 0.`)];
  });
  if (issues.length > 0) return { issues: issues.slice(0, mostIssues) };
  const byTurn = Map.groupBy(refs, ({ turnIndex }) => turnIndex);
  const placed = history.map((turn, index) => {
    const added = byTurn.get(index);
    return added === undefined ? turn : withRefs(turn, [...(turn.refs ?? []), ...added.map(({ ref }) => ref)]);
  });
  return { value: { history: placed, refs: (byTurn.get(undefined) ?? []).map(({ ref }) => ref) }, issues };
}

/** Keeps the key order of a parsed turn. */
function withRefs({ id, role, msg, refs: _own, ...rest }: Turn, refs: readonly Ref[]): Turn {
  return { ...(id === undefined ? {} : { id }), role, msg, refs: mergeRefs(refs), ...rest };
}

const answerKeys = Object.keys(AnswerKey.shape);

/** Refs have their own parser. */
const Fields = WrittenTurn.extend({ refs: z.unknown().optional() });

/**
 * Parses one turn in the earlier curator format. The text is `msg`, or `content` if `msg` is empty or absent. Null
 * means an absent key. Absent refs stay absent, and absent tags become an empty list. `turnIndex` is the position of
 * the turn. A ref inside it may repeat that number, but no other.
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
 * Parses a turn that has only a known role, text, refs and tags, as nearly all turns do. It skips the schema, which is
 * much slower and finds the same. Undefined: the schema has to decide.
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
