import type { Deck } from '../../conversation/deck.ts';
import type { Message } from '../../conversation/message.ts';
import type { PlayedMessage } from '../../conversation/run-record.ts';
import type { ToolCall } from '../../conversation/tool-call.ts';
import { listShownTexts } from '../../format/parts.ts';
import type { GradedConversation, GradedReply } from '../graded-conversation.ts';
import { listTrace } from '../list-trace.ts';

/** A message as a judge sees it: attached files are part of the text. */
export interface SeenMessage {
  readonly role: string;
  readonly content: string;
  readonly name?: string;
  readonly tool_calls?: readonly ToolCall[];
}

export interface SeenTurn {
  /** Its place among all messages. */
  readonly turnIndex: number;
  readonly message: SeenMessage;
}

/**
 * What a judge sees of a conversation: up to the graded reply and never beyond, in every-turn play with the known
 * history that the target got; `null`: all of it as it was played. `sees: turn` leaves the last user turn and the reply,
 * `window` the last turns. Before a reply that is left stands what an agent did on its way to it.
 */
export function listSeenTurns(
  conversation: GradedConversation,
  reply: GradedReply | null,
  { sees, window }: Pick<Deck, 'sees' | 'window'>,
): readonly SeenTurn[] {
  const turns = listTurns(conversation, reply);
  const seen = sees === 'turn' ? listLastTurn(turns) : turns;
  const left = window === undefined ? seen : seen.slice(-window);
  return left.flatMap((turn) => {
    const trace = listTrace(turn.turnIndex, conversation, reply);
    return [...trace.map((message) => toTraceTurn(message, turn.turnIndex)), turn];
  });
}

function toTraceTurn(message: Message, turnIndex: number): SeenTurn {
  return toTurn({ message, texts: [...listShownTexts(message, {})] }, turnIndex);
}

function listTurns(conversation: GradedConversation, reply: GradedReply | null): readonly SeenTurn[] {
  if (reply === null) return toTurns(conversation.played, conversation.places);
  const { history, places } = conversation.requestOf(reply);
  const turns = toTurns(history, places);
  return [...turns, toTurn({ message: reply.message }, reply.turnIndex)];
}

function toTurns(history: readonly PlayedMessage[], places: readonly number[] = []): readonly SeenTurn[] {
  return history.map((played, index) => toTurn(played, places[index] ?? index));
}

/** The last thing said to the assistant, and its last reply; what tools said between is left out. */
function listLastTurn(turns: readonly SeenTurn[]): readonly SeenTurn[] {
  const last = turns.at(-1);
  if (last === undefined) return [];
  const before = turns.slice(0, -1);
  const asked = before.findLast(({ message }) => message.role === 'user') ?? before.findLast(isOtherRole);
  return asked === undefined ? [last] : [asked, last];
}

/** Roles are open: where nobody is called user, whoever is neither the assistant nor its machinery asks. */
function isOtherRole({ message: { role } }: SeenTurn): boolean {
  return !['system', 'developer', 'assistant', 'tool'].includes(role);
}

function toTurn({ message, texts = [] }: PlayedMessage, turnIndex: number): SeenTurn {
  const { role, content, name, tool_calls: calls = [] } = message;
  // The last texts are those of the calls, which stand apart.
  const shown = typeof content === 'string' ? content : texts.slice(0, texts.length - calls.length).join('\n\n');
  return {
    turnIndex,
    message: {
      role,
      content: shown,
      ...(name === undefined ? {} : { name }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  };
}
