import type { CallRecord, PlayedMessage } from './run-record.ts';

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
