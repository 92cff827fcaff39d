import type { EvalCase, PlayMode } from '../conversation/case.ts';
import { listAssistantTurns, toKnownConversation } from '../conversation/known-conversation.ts';
import type { Conversation, Message, ToolCall } from '../conversation/message.ts';
import {
  type CallRecord,
  listToolCalls,
  listTurnsBefore,
  type PlayedMessage,
  type RawRequest,
  type ReplyEntry,
  type TurnEntry,
} from '../conversation/run/run-record.ts';
import type { Verdict } from '../conversation/verdict.ts';
import { toQuestion } from '../format/chat.ts';

/** The text that a check reads: one reply, or all replies of a conversation joined. */
export interface GradedText {
  /** Empty if there are only tool calls. */
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
}

/** A reply of the target. Messages of a simulated user are not replies. */
export interface GradedReply extends GradedText {
  /** Its index among all messages. */
  readonly turnIndex: number;
  /** Its index among the target's replies. */
  readonly replyIndex: number;
  /** Tags of its turn, for `when: {tag}`. */
  readonly tags: readonly string[];
  /** Index of the scripted line it answers. The graders of that line grade this reply. */
  readonly scriptTurn?: number;
  readonly message: Message;
  /** The call behind it, with latency and cost. */
  readonly call?: CallRecord;
}

/** What the target was sent for a reply. */
export interface SentRequest extends RawRequest {
  /** The messages before the reply. In every-turn play they are the known conversation, without other replies. */
  readonly history: readonly PlayedMessage[];
  /** The position of each message in the conversation. Absent: consecutive from 0. */
  readonly places?: readonly number[];
}

/** A conversation as played so far, in the form that graders read. */
export interface GradedConversation {
  readonly evalCase: EvalCase;
  readonly play: PlayMode;
  /** As played. Checks do not read it, so it may be computed on first use. */
  readonly messages: Conversation;
  /** In order. */
  readonly replies: readonly GradedReply[];
  /** Index of the repeat. */
  readonly repeat: number;
  /** `messages`, with the recorded texts of attached files. */
  readonly played: readonly PlayedMessage[];
  /**
   * The position of each of `messages` in the conversation. Reference turns that were not played leave gaps. Absent:
   * consecutive from 0.
   */
  readonly places?: readonly number[];
  requestOf(reply: Pick<GradedReply, 'turnIndex'>): SentRequest;
}

/** What a check grades, with its conversation. */
export interface GradedSubject extends GradedText {
  readonly conversation: GradedConversation;
  /** null: the conversation as a whole. */
  readonly reply: GradedReply | null;
}

/** For a whole conversation, a check reads every reply, with blank lines in between. */
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

/** Collects a conversation while it is played, in the form that graders read. */
export class ConversationLog implements GradedConversation {
  readonly evalCase: EvalCase;
  readonly turns: TurnEntry[];
  readonly entries: ReplyEntry[];
  readonly verdicts: Verdict[];
  readonly replies: GradedReply[] = [];
  readonly play: PlayMode;
  readonly repeat: number;

  constructor(
    evalCase: EvalCase,
    play: PlayMode,
    before: {
      readonly turns: readonly TurnEntry[];
      readonly replies: readonly ReplyEntry[];
      readonly verdicts: readonly Verdict[];
      /** Index of the repeat. Default: 0. */
      readonly repeat?: number;
    },
  ) {
    this.evalCase = evalCase;
    this.play = play;
    this.repeat = before.repeat ?? 0;
    this.turns = [...before.turns];
    this.entries = [];
    this.verdicts = [...before.verdicts];
    for (const entry of before.replies) this.add(entry);
  }

  get messages() {
    return this.played.map(({ message }) => message);
  }

  /** As played. In every-turn play, replies take the positions of their references. */
  get played(): readonly PlayedMessage[] {
    return this.#listPlaces().map(([, played]) => played);
  }

  get places(): readonly number[] {
    return this.#listPlaces().map(([place]) => place);
  }

  #listPlaces(): readonly (readonly [place: number, played: PlayedMessage])[] {
    const places = new Map(this.turns.map((turn) => [turn.turnIndex, turn.played]));
    for (const { turnIndex, played } of this.entries) places.set(turnIndex, played);
    return [...places].sort(([a], [b]) => a - b);
  }

  requestOf({ turnIndex }: Pick<GradedReply, 'turnIndex'>): SentRequest {
    const before = listTurnsBefore(turnIndex, { play: this.play, turns: this.turns, replies: this.entries });
    const history = before.map(({ played }) => played);
    const places = before.map((entry) => entry.turnIndex);
    const guidelines = this.entries.find((entry) => entry.turnIndex === turnIndex)?.guidelines ?? '';
    return { history, places, question: toQuestion(history), guidelines };
  }

  /** Adds a reply. Returns undefined for a message of the simulated user. */
  add(entry: ReplyEntry): GradedReply | undefined {
    this.entries.push(entry);
    if (entry.by === 'simulator') return undefined;
    const replyIndex = this.replies.length;
    const { message } = entry.played;
    const scripted = this.evalCase.turns !== undefined && this.play !== 'reply' && this.play !== 'simulate';
    const scriptTurn = scripted ? replyIndex - this.#countOwnTurns() : -1;
    const reply: GradedReply = {
      turnIndex: entry.turnIndex,
      replyIndex,
      text: typeof message.content === 'string' ? message.content : '',
      toolCalls: listToolCalls(entry),
      tags: this.#listTags(entry.turnIndex, scriptTurn),
      message,
      call: entry.call,
      ...(scriptTurn >= 0 ? { scriptTurn } : {}),
    };
    this.replies.push(reply);
    return reply;
  }

  /** In every-turn play, assistant turns before the script are also asked for. */
  #countOwnTurns(): number {
    if (this.play !== 'every-turn') return 0;
    return listAssistantTurns(toKnownConversation(this.evalCase)).filter(
      (turn) => turn < this.evalCase.input_messages.length,
    ).length;
  }

  /** Tags of the reply's turn: those of the scripted line, of the reference, or of the answered message. */
  #listTags(turnIndex: number, scriptTurn: number): readonly string[] {
    const scripted = this.evalCase.turns?.[scriptTurn]?.tags ?? [];
    if (this.play === 'script') {
      return this.evalCase.turns === undefined ? (toKnownConversation(this.evalCase)[turnIndex]?.tags ?? []) : scripted;
    }
    const place = this.play === 'every-turn' ? turnIndex : turnIndex - 1;
    const tagged = this.turns.find((turn) => turn.turnIndex === place)?.played.message.tags ?? [];
    return [...new Set([...tagged, ...scripted])];
  }
}

/**
 * Tool calls that an agent made for the reply at this position, and their results. They are not turns of the
 * conversation. In every-turn play only the graded reply counts, because the other replies are not part of its
 * conversation.
 */
export function listTrace(
  turnIndex: number,
  { play, replies }: GradedConversation,
  graded: GradedReply | null,
): readonly Message[] {
  const said = play === 'every-turn' && graded !== null ? [graded] : replies;
  return said.find((reply) => reply.turnIndex === turnIndex)?.call?.trace ?? [];
}
