import { toCanonicalJson } from '../base/hash.ts';
import type { EvalCase, PlayMode } from '../conversation/case.ts';
import { type Message, toAskedMessage } from '../conversation/message.ts';
import type { ReplyEntry, TurnEntry } from '../conversation/run/run-record.ts';
import { toKnownConversation } from '../play/known-conversation.ts';
import { toScript } from '../play/script-lines.ts';

export interface PlayedPart {
  readonly turns: readonly TurnEntry[];
  readonly replies: readonly ReplyEntry[];
}

/**
 * The first turn that was played and no longer stands so in the case: its replies answer something else by now. Only what
 * a reply was asked with is looked at: in every-turn play the reference behind the last reply may be edited freely, as
 * may refs, tags and ids everywhere. An attached file counts by its path: what stood in it was recorded.
 *
 * Undefined: the case still asks what was asked, though perhaps more than that.
 */
export function findChangedTurn(
  evalCase: EvalCase,
  play: PlayMode,
  { turns, replies }: PlayedPart,
): number | undefined {
  const lastReply = replies.findLast(({ by }) => by === 'target')?.turnIndex ?? Number.POSITIVE_INFINITY;
  const messageAt = openMessages(evalCase, play);
  return turns.find(({ turnIndex, played }) => {
    return turnIndex < lastReply && !isSame(played.message, messageAt(turnIndex));
  })?.turnIndex;
}

/**
 * The turns as the case has them now: what was said is the same, and refs, tags and ids may be others. A turn that is not
 * in the case stays as it was played.
 */
export function toPresentTurns(evalCase: EvalCase, play: PlayMode, turns: readonly TurnEntry[]): readonly TurnEntry[] {
  const messageAt = openMessages(evalCase, play);
  return turns.map((turn) => {
    const message = messageAt(turn.turnIndex);
    if (message === undefined) return turn;
    // Texts of attached files are those that were shown; a reference that was edited shows its own.
    const { texts } = turn.played;
    const hasTexts = texts !== undefined && isSame(turn.played.message, message);
    return { turnIndex: turn.turnIndex, played: { message, ...(hasTexts ? { texts } : {}) } };
  });
}

/** What the case puts at a place now, in the given way of playing. */
function openMessages(evalCase: EvalCase, play: PlayMode): (turnIndex: number) => Message | undefined {
  if (play === 'every-turn') {
    const known = toKnownConversation(evalCase);
    return (turnIndex) => known[turnIndex];
  }
  if (play !== 'script') return (turnIndex) => evalCase.input_messages[turnIndex];
  const { input, lines } = toScript(evalCase);
  const placed = new Map(lines.flatMap(({ messages }) => messages.map(({ place, message }) => [place, message])));
  return (turnIndex) => input[turnIndex] ?? placed.get(turnIndex);
}

function isSame(played: Message, now: Message | undefined): boolean {
  if (now === undefined || played === now) return now !== undefined;
  return toCanonicalJson(toAskedMessage(played)) === toCanonicalJson(toAskedMessage(now));
}
