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

/** What is known of a conversation while it is played, in the form graders want it. */
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
      /** Which repeat of the case it is. Default: 0. */
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

  /** As played: in every-turn play the reply is where its reference was. */
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

  requestOf({ turnIndex }: Pick<GradedReply, 'turnIndex'>): AskedRequest {
    const before = listTurnsBefore(turnIndex, { play: this.play, turns: this.turns, replies: this.entries });
    const history = before.map(({ played }) => played);
    const places = before.map((entry) => entry.turnIndex);
    const guidelines = this.entries.find((entry) => entry.turnIndex === turnIndex)?.guidelines ?? '';
    return { history, places, question: toQuestion(history), guidelines };
  }

  /** Adds a reply; undefined when the simulated user said it. */
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

  /** In every-turn play the assistant turns before the script are asked for, too. */
  #countOwnTurns(): number {
    if (this.play !== 'every-turn') return 0;
    return listAssistantTurns(toKnownConversation(this.evalCase)).filter(
      (turn) => turn < this.evalCase.input_messages.length,
    ).length;
  }

  /** Tags of the scripted line, of the reference, or of the message that is answered: what the reply's turn is about. */
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
 * What an agent did on its way to the reply at this place: calls of tools and what they gave, which are no turns of the
 * conversation. In every-turn play only the graded reply stands in what is graded, the others being known messages.
 */
export function listTrace(
  turnIndex: number,
  { play, replies }: GradedConversation,
  graded: GradedReply | null,
): readonly Message[] {
  const said = play === 'every-turn' && graded !== null ? [graded] : replies;
  return said.find((reply) => reply.turnIndex === turnIndex)?.call?.trace ?? [];
}
