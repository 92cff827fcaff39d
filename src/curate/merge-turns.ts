import { AnswerKey } from '../conversation/answer-key.ts';
import { Turn } from '../conversation/item/item.ts';
import { Ref } from '../conversation/ref.ts';
import { alignTurns } from './align-turns.ts';
import {
  type Conflict,
  findSettled,
  type Merged,
  mergeFields,
  mergeWhole,
  mergeWords,
  type ThreeWays,
} from './merge-fields.ts';
import { mergeList } from './merge-list.ts';

const turnFields = Turn.keyof().options;
const refFields = Ref.keyof().options;
const keyFields = AnswerKey.keyof().options;

/** Merges two edits of a conversation, turn by turn. A contested order is a conflict of the whole, told by turn ids. */
export function mergeTurns(ways: ThreeWays<Turn[] | undefined>): Merged<Turn[] | undefined> {
  const { base = [], mine, theirs } = ways;
  const settled = findSettled(ways);
  if (settled !== undefined) return settled;
  if (mine === undefined || theirs === undefined) return mergeWhole(ways);
  const keys = toTurnKeys({ base, mine, theirs });
  const { value, conflicts, isOrderContested } = mergeList({ base, mine, theirs }, { keys, mergeEntry: mergeTurn });
  return { value, conflicts: isOrderContested ? [...conflicts, toOrderConflict({ base, mine, theirs })] : conflicts };
}

/** A turn that was there before has the key of its first place; a new one that of its id, else a key of its own. */
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
    // A side that sends a turn without its id has not taken the id away.
    id: ({ base, mine, theirs }) => ({ value: base ?? theirs ?? mine, conflicts: [] }),
    refs: mergeRefs,
    tags: mergeWords<string[]>,
    expectedBehavior: mergeWords<string[] | undefined>,
    answerKey: mergeAnswerKey,
    meta: mergeRecord,
    replyUnderTest: mergeMark,
  });
}

/** Refs are told apart by their url. Two at one place with the same url are taken as a whole. */
export function mergeRefs<T extends Ref[] | undefined>(ways: ThreeWays<T>): Merged<T | Ref[]> {
  const settled = findSettled(ways);
  if (settled !== undefined) return settled;
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
  const settled = findSettled(ways);
  if (settled !== undefined) return settled;
  if (mine === undefined || theirs === undefined) return mergeWhole(ways);
  const words = mergeWords<string[] | undefined>;
  const lists = { mustMention: words, mustNotMention: words, mustMatch: words, mustNotMatch: words };
  return mergeFields<AnswerKey>({ base, mine, theirs }, keyFields, lists);
}

/** The server keeps marks, so theirs counts. What I say about a reply that is still open there goes with it. */
function mergeMark({ mine, theirs }: ThreeWays<Turn['replyUnderTest']>): Merged<Turn['replyUnderTest']> {
  const isSaid = mine?.settled?.as === 'answer-was-right';
  return { value: isSaid && theirs !== undefined && theirs.settled === undefined ? mine : theirs, conflicts: [] };
}

type Data = Record<string, unknown>;

/** Free data, by its top keys. */
export function mergeRecord<T extends Data | undefined>(ways: ThreeWays<T>): Merged<T | Data> {
  const settled = findSettled(ways);
  if (settled !== undefined) return settled;
  const { base = {}, mine, theirs } = ways;
  if (mine === undefined || theirs === undefined) return mergeWhole<T>(ways);
  const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return mergeFields<Data>({ base, mine, theirs }, [...keys]);
}

function toOrderConflict({ base, mine, theirs }: ThreeWays<readonly Turn[]>): Conflict {
  const ids = (turns: readonly Turn[]) => turns.map(({ id }) => id ?? null);
  return { path: [], base: ids(base), mine: ids(mine), theirs: ids(theirs) };
}
