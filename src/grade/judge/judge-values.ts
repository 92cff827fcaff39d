import { definedOnly } from '../../base/defined-only.ts';
import type { Deck } from '../../conversation/deck.ts';
import type { GradeRequest } from '../grader.ts';
import { type TurnKey, toTurnKey } from '../turn-key.ts';
import type { SeenTurn } from './seen-turns.ts';

/** What a judge can be shown of one reply, by the name of the context. What is not there is not among them. */
export type JudgeValues = Readonly<Record<string, unknown>>;

export function toJudgeValues({ grader, conversation, reply }: GradeRequest, turns: readonly SeenTurn[]): JudgeValues {
  const last = reply ?? conversation.replies.at(-1);
  const key: TurnKey = last === undefined ? { refs: [] } : toTurnKey(conversation, last);
  const asked = last === undefined ? undefined : conversation.requestOf(last);
  // Of the whole conversation the outcome of the case is asked, not that of its last turn.
  const outcome = reply === null ? (conversation.evalCase.outcome ?? key.outcome) : key.outcome;
  return onlyGiven({
    fullConversation: turns.map(({ message }) => message),
    outcome: grader.kind === 'rubric' ? grader.spec.rubric : outcome,
    reference: key.reference,
    expected: toExpected(key),
    question: asked?.question,
    guidelines: asked?.guidelines,
    refs: key.refs,
  });
}

/** As samples have it: everything that is known of a good reply. */
function toExpected({ reference, outcome, mustMention, mustNotMention }: TurnKey): unknown {
  const known = definedOnly({ reference, outcome, mustMention, mustNotMention });
  return Object.keys(known).length === 0 ? undefined : known;
}

/** A blank text and an empty list say nothing: the default of the context is better than that. */
export function onlyGiven(values: Readonly<Record<string, unknown>>): JudgeValues {
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
