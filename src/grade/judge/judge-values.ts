import { isPlainObject } from '../../base/plain-object.ts';
import type { Deck } from '../../conversation/judge/deck.ts';
import { type SeenTurn, selectSeen } from './seen-turns.ts';

/** What a judge can be shown, by the name of the context. What is not there is not among them. */
export type JudgeValues = Readonly<Record<string, unknown>>;

/** What is judged, whether a target said it in a run or it is a sample. */
export interface JudgeMaterial {
  /** The conversation up to what is graded. */
  readonly turns: readonly SeenTurn[];
  /** What is known of a good reply, as a sample has it in `expected`: `reference`, `outcome`, `refs` and the like. */
  readonly expected?: unknown;
  readonly question?: string | undefined;
  readonly guidelines?: string | undefined;
}

/** What a judge sees of it. */
export interface JudgeView {
  readonly values: JudgeValues;
  /** The messages of `fullConversation`, one by one. */
  readonly turns: readonly SeenTurn[];
}

/**
 * The one place that decides what a judge is shown: runs, later gradings and calibrations all come through here, so a
 * judge is certified on the request that it gets in a run. A change of it needs a new `judgeRequestFormat`.
 */
export function toJudgeView(deck: Deck, { turns, expected, question, guidelines }: JudgeMaterial): JudgeView {
  const seen = selectSeen(turns, deck);
  const known = isPlainObject(expected) ? expected : {};
  const { outcome, reference, refs } = known;
  const values = onlyGiven({
    fullConversation: seen.map(({ message }) => message),
    outcome,
    reference,
    expected: toExpected(expected),
    question: known.question ?? question,
    guidelines: known.guidelines ?? guidelines,
    refs,
  });
  return { values, turns: seen };
}

/** The order in which a judge reads what is known of a good reply, however it was written. */
const expectedKeys = ['reference', 'outcome', 'mustMention', 'mustNotMention', 'mustMatch', 'mustNotMatch', 'refs'];
/** Contexts of their own, which a sample can only write into `expected`. */
const otherContexts: ReadonlySet<string> = new Set(['question', 'guidelines', 'fullConversation']);

function toExpected(expected: unknown): unknown {
  if (!isPlainObject(expected)) return expected;
  const given = onlyGiven(expected);
  const known = expectedKeys.filter((key) => Object.hasOwn(given, key));
  const rest = Object.keys(given).filter((key) => !known.includes(key) && !otherContexts.has(key));
  const names = [...known, ...rest];
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, given[name]]));
}

/** A blank text and an empty list say nothing: the default of the context is better than that. */
function onlyGiven(values: Readonly<Record<string, unknown>>): JudgeValues {
  const given = Object.entries(values).filter(([, value]) => {
    if (value === undefined || value === null) return false;
    return typeof value === 'string' ? value.trim() !== '' : !Array.isArray(value) || value.length > 0;
  });
  return Object.fromEntries(given);
}

/** The contexts that the deck asks for, that this reply does not have, and that have no default. */
export function listMissingContexts(deck: Deck, values: JudgeValues): readonly string[] {
  return deck.contexts
    .filter(({ name, default: value }) => !Object.hasOwn(values, name) && (value === undefined || value === null))
    .map(({ name }) => name);
}
