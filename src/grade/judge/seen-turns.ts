import type { Deck } from '../../conversation/judge/deck.ts';
import type { ToolCall } from '../../conversation/message.ts';
import { isAnswerRole, isSystemRole, isToolRole } from '../../conversation/role.ts';

/** A message as a judge sees it. Attached files are part of the text, and other keys of a message are not shown. */
export interface SeenMessage {
  readonly role: string;
  readonly content: string;
  readonly name?: string;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
}

export interface SeenTurn {
  /** Its place among all messages; that of its reply for what an agent did on the way to it. */
  readonly turnIndex: number;
  readonly message: SeenMessage;
}

/** What a message says besides its content. Samples come from many hands, so nothing is taken for granted. */
interface Speech {
  readonly role: string;
  readonly name?: unknown;
  readonly tool_calls?: readonly ToolCall[] | undefined;
  readonly tool_call_id?: unknown;
}

export function toSeenMessage(
  { role, name, tool_calls: calls = [], tool_call_id: id }: Speech,
  content: string,
): SeenMessage {
  return {
    role,
    content,
    ...(typeof name === 'string' ? { name } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(typeof id === 'string' ? { tool_call_id: id } : {}),
  };
}

/**
 * What a deck shows of a conversation that ends with what is graded: all of it; with `sees: turn` the last user turn and
 * everything after it; with a `window` the last turns of that. For the window, a reply counts as one turn together with
 * the tool calls and tool results that lead to it.
 */
export function selectSeen(
  turns: readonly SeenTurn[],
  { sees, window }: Pick<Deck, 'sees' | 'window'>,
): readonly SeenTurn[] {
  const seen = sees === 'turn' ? turns.slice(findAsked(turns)) : turns;
  return window === undefined ? seen : seen.slice(findWindow(seen, window));
}

/** Roles are open: without a user, the last speaker who is neither the assistant nor its machinery asks. */
function findAsked(turns: readonly SeenTurn[]): number {
  const asked = turns.findLastIndex(({ message }) => message.role === 'user');
  const other = turns.findLastIndex(({ message }) => !isSystemRole(message.role) && !isAnswerRole(message.role));
  return [asked, other, turns.length - 1].find((index) => index >= 0) ?? 0;
}

function findWindow(turns: readonly SeenTurn[], window: number): number {
  let start = turns.length;
  for (let left = window; left > 0 && start > 0; left -= 1) {
    start -= 1;
    const last = turns[start];
    if (last?.message.role !== 'assistant' && !isToolStep(last)) continue;
    while (isToolStep(turns[start - 1])) start -= 1;
  }
  return start;
}

function isToolStep(turn: SeenTurn | undefined): boolean {
  return turn !== undefined && (isToolRole(turn.message.role) || turn.message.tool_calls !== undefined);
}
