import type { EvalCase, PlayMode } from '../conversation/case.ts';
import type { Conversation, Message, ToolCall } from '../conversation/message.ts';
import type { CallRecord, PlayedMessage, RawRequest } from '../conversation/run/run-record.ts';

/** What a check looks at: one reply, or all replies of a conversation put together. */
export interface GradedText {
  /** Empty when there are only tool calls. */
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
}

/** A reply of the target, as graders see it. What a simulated user said is no reply. */
export interface GradedReply extends GradedText {
  /** Its place among all messages. */
  readonly turnIndex: number;
  /** Its number among the target's replies, from 0. */
  readonly replyIndex: number;
  /** Tags of its turn: what `when: {tag}` looks at. */
  readonly tags: readonly string[];
  /** The scripted line it answers, from 0; the graders of that line speak of this reply. */
  readonly scriptTurn?: number;
  readonly message: Message;
  /** The call behind it: what it took and cost. */
  readonly call?: CallRecord;
}

/** What the target got when it was asked for a reply. */
export interface AskedRequest extends RawRequest {
  /** The messages before the reply; in every-turn play those of the known conversation, never another reply. */
  readonly history: readonly PlayedMessage[];
  /** Where each of them is in the conversation; absent: one after another, from 0. */
  readonly places?: readonly number[];
}

/** A conversation as far as it was played, ready to be graded. */
export interface GradedConversation {
  readonly evalCase: EvalCase;
  readonly play: PlayMode;
  /** As played. Checks do not read it, so it may be computed on first use. */
  readonly messages: Conversation;
  /** In the order they were given. */
  readonly replies: readonly GradedReply[];
  /** Which repeat of the case it is, from 0. */
  readonly repeat: number;
  /** `messages`, with the texts that attached files had then. */
  readonly played: readonly PlayedMessage[];
  /**
   * Where each of `messages` is in the conversation: reference turns that were not played leave gaps. Absent: one after
   * another, from 0.
   */
  readonly places?: readonly number[];
  requestOf(reply: Pick<GradedReply, 'turnIndex'>): AskedRequest;
}

/** What a check speaks of, with everything around it. */
export interface GradedSubject extends GradedText {
  readonly conversation: GradedConversation;
  /** null: the conversation as a whole. */
  readonly reply: GradedReply | null;
}

/** A check on the whole conversation reads every reply, a blank line between two. */
export function toSubject(conversation: GradedConversation, reply: GradedReply | null): GradedSubject {
  if (reply !== null) return { text: reply.text, toolCalls: reply.toolCalls, conversation, reply };
  const { replies } = conversation;
  return {
    text: replies.map(({ text }) => text).join('\n\n'),
    toolCalls: replies.flatMap(({ toolCalls }) => toolCalls),
    conversation,
    reply,
  };
}
