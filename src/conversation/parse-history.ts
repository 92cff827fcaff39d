import { quoteValue } from '../base/explain-issue.ts';
import type { SchemaIssue } from '../base/schema-check.ts';
import type { Turn } from './item.ts';
import { findListFault, itemBounds, mostIssues, parseEach } from './item-bounds.ts';
import { mergeRefs, type PlacedRef } from './parse-ref.ts';
import { type ParseResult, toBadValue } from './parse-result.ts';
import { parseTurn } from './parse-turn.ts';
import type { Ref } from './ref.ts';
import { nameTurn } from './turn-number.ts';

/** Reads the turns of a conversation; each is checked apart, so that all issues show. Two turns never share an id. */
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

/** Puts each ref that names a turn into that turn, behind the refs the turn has. Issues are at `[index, …]` of `refs`. */
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

/** Keeps the order of keys that a parsed turn has. */
function withRefs({ id, role, msg, refs: _own, ...rest }: Turn, refs: readonly Ref[]): Turn {
  return { ...(id === undefined ? {} : { id }), role, msg, refs: mergeRefs(refs), ...rest };
}
