import type { EvalCase } from '../../conversation/case.ts';
import { listAssistantTurns, toKnownConversation } from '../../conversation/known-conversation.ts';
import type { FormatOptions } from '../../format/attachment.ts';
import { type FirstCall, toCall, toFirstCall } from '../../format/first-call.ts';

/** A call that is known before anything is played. */
export interface KnownCall extends FirstCall {
  /** Of every-turn play alone: the reply that is asked for. */
  readonly play?: 'every-turn';
  readonly turnIndex?: number;
}

export interface ShownCall {
  readonly call: KnownCall;
  /** Which call it is: "every-turn", "call 1 of 3". */
  readonly facts: readonly string[];
  /** How many replies of the target come before it in its conversation. */
  readonly replyIndex: number;
}

/** The calls of a case that its file decides: every call of every-turn play, the first one of every other play. */
export function listKnownCalls(evalCase: EvalCase, options: FormatOptions): readonly ShownCall[] {
  const known = toKnownConversation(evalCase);
  const turns = evalCase.play.includes('every-turn') ? listAssistantTurns(known) : [];
  const calls = turns.map((turnIndex, index): ShownCall => {
    const call = toCall(evalCase, known.slice(0, turnIndex), options);
    const facts = ['every-turn', `call ${index + 1} of ${turns.length}`];
    return { call: { ...call, play: 'every-turn', turnIndex }, facts, replyIndex: index };
  });
  const isOnlyEveryTurn = evalCase.play.every((play) => play === 'every-turn');
  return isOnlyEveryTurn && calls.length > 0 ? calls : [toFirst(evalCase, options), ...calls];
}

function toFirst(evalCase: EvalCase, options: FormatOptions): ShownCall {
  const lines = evalCase.turns?.length ?? 0;
  return { call: toFirstCall(evalCase, options), facts: lines > 0 ? [`call 1 of ${lines}`] : [], replyIndex: 0 };
}
