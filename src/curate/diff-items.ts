import { Item, Turn } from '../conversation/item/item.ts';
import { alignTurns } from './align-turns.ts';
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
  /** moved: the same content at another position among the shared turns. A changed turn may have moved too. */
  readonly kind: 'same' | 'changed' | 'added' | 'removed' | 'moved';
  readonly id?: string;
  readonly before?: PlacedTurn;
  readonly after?: PlacedTurn;
  /** The fields that differ, of a changed turn. */
  readonly fields?: readonly string[];
}

export interface ItemDiff {
  readonly fields: readonly FieldChange[];
  /** In the order of `after`. A removed turn comes after the turn it followed. */
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

/**
 * Which places of a list of distinct numbers belong to its longest rising part: the entries that kept their order,
 * while the others moved. Patience sorting, n log n.
 */
export function toRisingPlaces(numbers: readonly number[]): ReadonlySet<number> {
  const tails: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [place, number] of numbers.entries()) {
    const length = findLength(tails, numbers, number);
    previous[place] = tails[length - 1];
    tails[length] = place;
  }
  const places = new Set<number>();
  for (let place = tails.at(-1); place !== undefined; place = previous[place]) places.add(place);
  return places;
}

/** How many of the ascending `tails` are lower than the number. */
function findLength(tails: readonly number[], numbers: readonly number[], number: number): number {
  let low = 0;
  let high = tails.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[tails[middle] ?? 0] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
