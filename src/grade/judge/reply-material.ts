import type { PlayedMessage } from '../../conversation/run/run-record.ts';
import type { FormatOptions } from '../../format/attachment.ts';
import { listShownTexts } from '../../format/parts.ts';
import type { GradedConversation, GradedReply } from '../graded-conversation.ts';
import type { GradeRequest } from '../grader.ts';
import { listTrace } from '../list-trace.ts';
import { type TurnKey, toTurnKey } from '../turn-key.ts';
import type { JudgeMaterial } from './judge-values.ts';
import { type SeenTurn, toSeenMessage } from './seen-turns.ts';

/** What is judged of a conversation that was played: a reply with what came before it, or the whole. */
export function toReplyMaterial(
  { grader, conversation, reply }: GradeRequest,
  files: FormatOptions = {},
): JudgeMaterial {
  const last = reply ?? conversation.replies.at(-1);
  const key: TurnKey = last === undefined ? { refs: [] } : toTurnKey(conversation, last, files);
  const asked = last === undefined ? undefined : conversation.requestOf(last);
  // Of the whole conversation the outcome of the case is asked, not that of its last turn.
  const outcome = reply === null ? (conversation.evalCase.outcome ?? key.outcome) : key.outcome;
  return {
    turns: listTurns(conversation, reply),
    expected: { ...key, outcome: grader.kind === 'rubric' ? grader.spec.rubric : outcome },
    question: asked?.question,
    guidelines: asked?.guidelines,
  };
}

/**
 * Up to the graded reply and never beyond, in every-turn play with the known history that the target got; `null`: all of
 * it as it was played. Before a reply comes what an agent did on its way to it.
 */
function listTurns(conversation: GradedConversation, reply: GradedReply | null): readonly SeenTurn[] {
  return listSaid(conversation, reply).flatMap(({ played, turnIndex }) => {
    const trace = listTrace(turnIndex, conversation, reply).map((message) => ({
      message,
      texts: [...listShownTexts(message, {})],
    }));
    return [...trace, played].map((one) => ({ turnIndex, message: toSeenPlayed(one) }));
  });
}

interface SaidMessage {
  readonly played: PlayedMessage;
  readonly turnIndex: number;
}

/** Messages with their places, which have gaps where a script passes over reference turns. */
function listSaid(conversation: GradedConversation, reply: GradedReply | null): readonly SaidMessage[] {
  if (reply === null) return withPlaces(conversation.played, conversation.places);
  const { history, places } = conversation.requestOf(reply);
  return [...withPlaces(history, places), { played: { message: reply.message }, turnIndex: reply.turnIndex }];
}

function withPlaces(messages: readonly PlayedMessage[], places: readonly number[] = []): readonly SaidMessage[] {
  return messages.map((played, index) => ({ played, turnIndex: places[index] ?? index }));
}

function toSeenPlayed({ message, texts = [] }: PlayedMessage) {
  const { content, tool_calls: calls = [] } = message;
  // The last texts are those of the calls, which are shown apart.
  const shown = typeof content === 'string' ? content : texts.slice(0, texts.length - calls.length).join('\n\n');
  return toSeenMessage(message, shown);
}
