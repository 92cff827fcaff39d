import { renderJsonPath } from '../base/json-path.ts';
import { isPlainObject } from '../base/plain-object.ts';
import type { PathSegment, SchemaIssue } from '../base/schema-check.ts';
import type { Turn } from '../conversation/item/item.ts';
import { parseHistory } from '../conversation/item/parse-history.ts';
import { type PlacedRef, parseRefs } from '../conversation/item/parse-ref.ts';
import { type ParseResult, toBadValue, underPath } from '../conversation/item/parse-result.ts';
import { alignTurns } from './align-turns.ts';
import { fromFlatRefs } from './flat-refs.ts';
import type { ItemPatch, PatchContext } from './item-patch.ts';

type TalkPatch = Pick<ItemPatch, 'history' | 'refs'>;

/** Reads the turns and refs of a PUT: `history` and `refs`. */
export function parseTalkPatch(value: Record<string, unknown>, context: PatchContext): ParseResult<TalkPatch> {
  const { history, refs } = value;
  const turns = history === undefined || history === null ? undefined : parseHistory(withoutMarks(history));
  const list = refs === undefined ? undefined : parseRefs(refs ?? []);
  const read = [...underPath(['history'], turns?.issues ?? []), ...underPath(['refs'], list?.issues ?? [])];
  const issues = context.refs === 'nested' ? [...read, ...checkNested(value).filter(isNewTo(read))] : read;
  if (issues.length > 0) return { issues };
  const sent = {
    ...(history === undefined ? {} : { history: turns?.value ?? null }),
    ...(list?.value === undefined ? {} : { refs: list.value }),
  };
  return context.refs === 'flat' ? toFlatPatch(sent, context) : { value: toNestedPatch(sent), issues };
}

/** The server keeps `replyUnderTest`: what a PUT says about it is not even read. */
function withoutMarks(history: unknown): unknown {
  if (!Array.isArray(history)) return history;
  return history.map((turn: unknown) => {
    if (!isPlainObject(turn) || !Object.hasOwn(turn, 'replyUnderTest')) return turn;
    const { replyUnderTest: _kept, ...rest } = turn;
    return rest;
  });
}

interface SentTalk {
  readonly history?: readonly Turn[] | null;
  readonly refs?: readonly PlacedRef[];
}

function toNestedPatch({ history, refs }: SentTalk): TalkPatch {
  return {
    ...(history === undefined ? {} : { history: history === null ? null : [...history] }),
    ...(refs === undefined ? {} : { refs: refs.map(({ ref }) => ref) }),
  };
}

/** A flat list takes the place of all refs. Without one the refs stay, each with its turn. */
function toFlatPatch({ history, refs }: SentTalk, { current }: PatchContext): ParseResult<TalkPatch> {
  if (refs === undefined) {
    if (!history) return { value: history === null ? { history } : {}, issues: [] };
    return { value: { history: withOldRefs(current.history ?? [], history) }, issues: [] };
  }
  const turns = history === undefined ? current.history : (history ?? undefined);
  const placed = fromFlatRefs(turns, refs);
  if (placed.value === undefined) return { issues: underPath(['refs'], placed.issues) };
  const cleared = history === null ? { history } : {};
  return { value: { ...placed.value, ...cleared }, issues: [] };
}

/** Turns of a flat item say nothing of their refs. */
function withOldRefs(before: readonly Turn[], history: readonly Turn[]): Turn[] {
  const pairs = alignTurns(before, history);
  return history.map((turn, at) => {
    const refs = before[pairs[at] ?? -1]?.refs;
    if (turn.refs !== undefined || refs === undefined) return turn;
    const { id, role, msg, ...rest } = turn;
    return { ...(id === undefined ? {} : { id }), role, msg, refs, ...rest };
  });
}

/** A number of a turn that is wrong anyway is told once. */
function isNewTo(issues: readonly SchemaIssue[]): (issue: SchemaIssue) => boolean {
  const told = new Set(issues.map(({ path }) => renderJsonPath(path)));
  return ({ path }) => !told.has(renderJsonPath(path));
}

/** In a nested item a ref stands in its turn: one that also names a turn was sent to the wrong address. */
function checkNested({ refs, history }: Record<string, unknown>): readonly SchemaIssue[] {
  const turns = Array.isArray(history) ? history : [];
  return [
    ...checkPlaces(refs, ['refs']),
    ...turns.flatMap((turn, index) => (isPlainObject(turn) ? checkPlaces(turn.refs, ['history', index, 'refs']) : [])),
  ];
}

function checkPlaces(refs: unknown, path: readonly PathSegment[]): readonly SchemaIssue[] {
  if (!Array.isArray(refs)) return [];
  return refs.flatMap((ref, index) => {
    const key = isPlainObject(ref) ? ['turnIndex', 'messageIndex'].find((name) => ref[name] != null) : undefined;
    if (key === undefined) return [];
    return [
      toBadValue(
        [...path, index, key],
        `"${key}" works only with ?refs=flat.`,
        'Put the reference in its turn, or add ?refs=flat.',
      ),
    ];
  });
}
