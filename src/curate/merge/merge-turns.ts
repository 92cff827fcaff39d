import { AnswerKey } from '../../conversation/answer-key.ts';
import { Turn } from '../../conversation/item/item.ts';
import { Ref } from '../../conversation/ref.ts';
import { alignTurns } from '../align-turns.ts';
import { isSameJson } from '../same-json.ts';
import {
  type Conflict,
  findUncontested,
  type Merged,
  mergeFields,
  mergeWhole,
  mergeWords,
  type ThreeWays,
  underField,
} from './merge-fields.ts';
import { mergeOrder } from './merge-order.ts';

const turnFields = Turn.keyof().options;
const refFields = Ref.keyof().options;
const keyFields = AnswerKey.keyof().options;

/** Merges two edits of a conversation turn by turn. A contested order is one conflict, whose sides are lists of turn ids. */
export function mergeTurns(ways: ThreeWays<Turn[] | undefined>): Merged<Turn[] | undefined> {
  const { base = [], mine, theirs } = ways;
  const uncontested = findUncontested(ways);
  if (uncontested !== undefined) return uncontested;
  if (mine === undefined || theirs === undefined) return mergeWhole(ways);
  const keys = toTurnKeys({ base, mine, theirs });
  const { value, conflicts, isOrderContested } = mergeList({ base, mine, theirs }, { keys, mergeEntry: mergeTurn });
  return { value, conflicts: isOrderContested ? [...conflicts, toOrderConflict({ base, mine, theirs })] : conflicts };
}

/** The key of an old turn is its index in the base. A new turn has its id as key, or a key of its own. */
function toTurnKeys({ base, mine, theirs }: ThreeWays<readonly Turn[]>): ThreeWays<readonly string[]> {
  const name = (side: string, turns: readonly Turn[]) => {
    const pairs = alignTurns(base, turns);
    return turns.map(({ id }, at) => {
      const old = pairs[at];
      if (old !== undefined) return `base ${old}`;
      return id === undefined ? `${side} ${at}` : `id ${id}`;
    });
  };
  return { base: base.map((_, at) => `base ${at}`), mine: name('mine', mine), theirs: name('theirs', theirs) };
}

function mergeTurn(ways: {
  readonly base: Turn | undefined;
  readonly mine: Turn;
  readonly theirs: Turn;
}): Merged<Turn> {
  return mergeFields<Turn>(ways, turnFields, {
    // A side without the id has not removed it.
    id: ({ base, mine, theirs }) => ({ value: base ?? theirs ?? mine, conflicts: [] }),
    refs: mergeRefs,
    tags: mergeWords<string[]>,
    expectedBehavior: mergeWords<string[] | undefined>,
    answerKey: mergeAnswerKey,
    meta: mergeRecord,
    replyUnderTest: mergeMark,
  });
}

/** Merges refs by URL. A list with the same URL twice is merged as a whole. */
export function mergeRefs<T extends Ref[] | undefined>(ways: ThreeWays<T>): Merged<T | Ref[]> {
  const uncontested = findUncontested(ways);
  if (uncontested !== undefined) return uncontested;
  const { base = [], mine = [], theirs = [] } = ways;
  const keys = { base: base.map(toUrl), mine: mine.map(toUrl), theirs: theirs.map(toUrl) };
  if (Object.values(keys).some(hasDouble)) return mergeWhole<T>(ways);
  return mergeList({ base, mine, theirs }, { keys, mergeEntry: (refs) => mergeFields<Ref>(refs, refFields) });
}

function toUrl({ url }: Ref): string {
  return url;
}

function hasDouble(keys: readonly string[]): boolean {
  return new Set(keys).size < keys.length;
}

function mergeAnswerKey(ways: ThreeWays<AnswerKey | undefined>): Merged<AnswerKey | undefined> {
  const { base, mine, theirs } = ways;
  const uncontested = findUncontested(ways);
  if (uncontested !== undefined) return uncontested;
  if (mine === undefined || theirs === undefined) return mergeWhole(ways);
  const words = mergeWords<string[] | undefined>;
  const lists = { mustMention: words, mustNotMention: words, mustMatch: words, mustNotMatch: words };
  return mergeFields<AnswerKey>({ base, mine, theirs }, keyFields, lists);
}

/** Takes the mark of theirs, which the server keeps, with my settlement if it is still open there. */
function mergeMark({ mine, theirs }: ThreeWays<Turn['replyUnderTest']>): Merged<Turn['replyUnderTest']> {
  const isSaid = mine?.settled?.as === 'answer-was-right';
  return { value: isSaid && theirs !== undefined && theirs.settled === undefined ? mine : theirs, conflicts: [] };
}

type Data = Record<string, unknown>;

/** Free data, by its top keys. */
export function mergeRecord<T extends Data | undefined>(ways: ThreeWays<T>): Merged<T | Data> {
  const uncontested = findUncontested(ways);
  if (uncontested !== undefined) return uncontested;
  const { base = {}, mine, theirs } = ways;
  if (mine === undefined || theirs === undefined) return mergeWhole<T>(ways);
  const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return mergeFields<Data>({ base, mine, theirs }, [...keys]);
}

function toOrderConflict({ base, mine, theirs }: ThreeWays<readonly Turn[]>): Conflict {
  const ids = (turns: readonly Turn[]) => turns.map(({ id }) => id ?? null);
  return { path: [], base: ids(base), mine: ids(mine), theirs: ids(theirs) };
}

interface ListMerge<T> {
  /** Keys that identify an entry in all three lists. */
  readonly keys: ThreeWays<readonly string[]>;
  /** Merges an entry that both sides have; `base` is absent if both added it. */
  readonly mergeEntry: (ways: { readonly base: T | undefined; readonly mine: T; readonly theirs: T }) => Merged<T>;
}

interface MergedList<T> extends Merged<T[]> {
  readonly isOrderContested: boolean;
}

/** Merges two edits of a list entry by entry. An entry that one side removed and the other edited is a conflict. */
function mergeList<T>(ways: ThreeWays<readonly T[]>, { keys, mergeEntry }: ListMerge<T>): MergedList<T> {
  const uncontested = findUncontested(ways);
  if (uncontested !== undefined) return { value: [...uncontested.value], conflicts: [], isOrderContested: false };
  const entries = {
    base: index(keys.base, ways.base),
    mine: index(keys.mine, ways.mine),
    theirs: index(keys.theirs, ways.theirs),
  };
  const merged = new Map<string, Merged<T | undefined>>();
  for (const key of new Set([...keys.theirs, ...keys.mine])) {
    const base = entries.base.get(key);
    const mine = entries.mine.get(key);
    const theirs = entries.theirs.get(key);
    const isShared = mine !== undefined && theirs !== undefined;
    merged.set(key, isShared ? mergeEntry({ base, mine, theirs }) : mergePresence({ base, mine, theirs }));
  }
  const left = new Set([...merged].flatMap(([key, { value }]) => (value === undefined ? [] : [key])));
  const order = mergeOrder(keys, left);
  const places = new Map([...keys.theirs.entries(), ...order.keys.entries()].map(([place, key]) => [key, place]));
  return {
    value: order.keys.flatMap((key) => merged.get(key)?.value ?? []),
    conflicts: [...merged].flatMap(([key, { conflicts }]) => underField(places.get(key) ?? 0, conflicts)),
    isOrderContested: order.isContested,
  };
}

function index<T>(keys: readonly string[], list: readonly T[]): ReadonlyMap<string, T> {
  return new Map(list.map((entry, place) => [keys[place] ?? '', entry]));
}

/** Merges an entry that only one side has: it was added there, or removed by the other side. */
function mergePresence<T>(ways: ThreeWays<T | undefined>): Merged<T | undefined> {
  const { base, mine, theirs } = ways;
  const only = mine ?? theirs;
  if (base === undefined) return { value: only, conflicts: [] };
  const isEdited = !isSameJson(base, only);
  return { value: isEdited ? mine : undefined, conflicts: isEdited ? [{ path: [], ...ways }] : [] };
}
