import { Item, Turn } from '../conversation/item/item.ts';
import { alignTurns } from './align-turns.ts';
import { toRisingPlaces } from './rising-places.ts';
import { isSameJson } from './same-json.ts';

/** A field of an item that differs. A side where it is absent is absent. */
export interface FieldChange {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface PlacedTurn {
  readonly turnIndex: number;
  readonly turn: Turn;
}

export interface TurnChange {
  /** Moved: it says the same and stands elsewhere among the turns that both have. One that changed may have moved too. */
  readonly kind: 'same' | 'changed' | 'added' | 'removed' | 'moved';
  readonly id?: string;
  readonly before?: PlacedTurn;
  readonly after?: PlacedTurn;
  /** The fields that differ, of a changed turn. */
  readonly fields?: readonly string[];
}

export interface ItemDiff {
  readonly fields: readonly FieldChange[];
  /** In the order of `after`; a removed turn stands behind the one it followed. */
  readonly turns: readonly TurnChange[];
}

const itemFields = Item.keyof().options.filter((field) => field !== 'history' && field !== 'audit');
const turnFields = Turn.keyof().options.filter((field) => field !== 'id');

/** What differs between two states of an item, by field and by turn. */
export function diffItems(before: Item, after: Item): ItemDiff {
  const fields = listDifferent(before, after, itemFields).map((path) => ({
    path,
    ...(before[path] === undefined ? {} : { before: before[path] }),
    ...(after[path] === undefined ? {} : { after: after[path] }),
  }));
  return { fields, turns: diffTurns(before.history ?? [], after.history ?? []) };
}

function listDifferent<T extends object, Field extends keyof T>(
  before: T,
  after: T,
  fields: readonly Field[],
): readonly Field[] {
  return fields.filter((field) => !isSameJson(before[field], after[field]));
}

function diffTurns(before: readonly Turn[], after: readonly Turn[]): readonly TurnChange[] {
  const pairs = alignTurns(before, after);
  const kept = new Set(pairs);
  const isMoved = findMoved(pairs);
  const changes: TurnChange[] = [];
  const addRemoved = (from: number) => {
    for (let at = from; at < before.length && !kept.has(at); at++) changes.push(toRemoved(before, at));
  };
  addRemoved(0);
  for (const [at, turn] of after.entries()) {
    const old = pairs[at];
    const was = old === undefined ? undefined : before[old];
    const placed = { turnIndex: at, turn };
    if (old === undefined || was === undefined) changes.push({ kind: 'added', ...idOf(turn), after: placed });
    else {
      changes.push(toKept({ turnIndex: old, turn: was }, placed, isMoved(at)));
      addRemoved(old + 1);
    }
  }
  return changes;
}

/** The fewest turns that, taken out and put in elsewhere, give the new order. */
function findMoved(pairs: readonly (number | undefined)[]): (at: number) => boolean {
  const kept = pairs.flatMap((old, at) => (old === undefined ? [] : [{ old, at }]));
  const rising = toRisingPlaces(kept.map(({ old }) => old));
  const moved = new Set(kept.filter((_, place) => !rising.has(place)).map(({ at }) => at));
  return (at) => moved.has(at);
}

function toKept(before: PlacedTurn, after: PlacedTurn, isMoved: boolean): TurnChange {
  const fields = listDifferent(before.turn, after.turn, turnFields);
  const id = idOf(after.turn.id === undefined ? before.turn : after.turn);
  if (fields.length > 0) return { kind: 'changed', ...id, before, after, fields };
  return { kind: isMoved ? 'moved' : 'same', ...id, before, after };
}

function toRemoved(before: readonly Turn[], turnIndex: number): TurnChange {
  const turn = before[turnIndex];
  return turn === undefined ? { kind: 'removed' } : { kind: 'removed', ...idOf(turn), before: { turnIndex, turn } };
}

function idOf({ id }: Turn): { readonly id?: string } {
  return id === undefined ? {} : { id };
}
