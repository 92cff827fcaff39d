import type { EvalCase } from '../conversation/case.ts';
import type { Conversation, Message } from '../conversation/message.ts';
import type { ToolCall } from '../conversation/tool-call.ts';

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
}

/** A conversation as far as it was played, ready to be graded. */
export interface GradedConversation {
  readonly evalCase: EvalCase;
  /** As played. Checks do not read it, so it may be computed on first use. */
  readonly messages: Conversation;
  /** In the order they were given. */
  readonly replies: readonly GradedReply[];
}
