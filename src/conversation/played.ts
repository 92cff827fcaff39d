import type { PlayMode } from './case.ts';
import type { CallRecord, PlayedMessage } from './run-record.ts';
import type { ToolCall } from './tool-call.ts';

/**
 * A message that was put into the conversation: input, a scripted user line, a turn of the known conversation.
 * Replies are not among them: their place stays free, save in every-turn play, where the reference stands there.
 */
export interface TurnEntry {
  readonly turnIndex: number;
  readonly played: PlayedMessage;
}

/** A reply, with the call behind it. */
export interface ReplyEntry extends TurnEntry {
  /** `simulator`: the simulated user said it; the message's role is user. */
  readonly by: 'target' | 'simulator';
  readonly guidelines: string;
  readonly call: CallRecord;
}

export interface Said {
  readonly play: PlayMode;
  readonly turns: readonly TurnEntry[];
  readonly replies: readonly ReplyEntry[];
}

/** What was said before a turn when it was asked for; in every-turn play replies are never part of it. */
export function listPlayedBefore(turnIndex: number, said: Said): readonly PlayedMessage[] {
  return listTurnsBefore(turnIndex, said).map(({ played }) => played);
}

export function listTurnsBefore(turnIndex: number, { play, turns, replies }: Said): readonly TurnEntry[] {
  const entries = play === 'every-turn' ? turns : [...turns, ...replies];
  return entries.filter((entry) => entry.turnIndex < turnIndex).toSorted((a, b) => a.turnIndex - b.turnIndex);
}

/** Calls an agent made on the way, then those that wait for an answer. */
export function listToolCalls({ played, call }: ReplyEntry): readonly ToolCall[] {
  const traced = call.trace?.flatMap((message) => message.tool_calls ?? []) ?? [];
  return [...traced, ...(played.message.tool_calls ?? [])];
}
