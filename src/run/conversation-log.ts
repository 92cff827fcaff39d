import type { EvalCase, PlayMode } from '../conversation/case.ts';
import type { ToolCall } from '../conversation/message.ts';
import type { PlayedMessage, ReplyEntry, TurnEntry } from '../conversation/run/run-record.ts';
import type { Verdict } from '../conversation/verdict.ts';
import type { AskedRequest, GradedConversation, GradedReply } from '../grade/graded-conversation.ts';
import { listAssistantTurns, toKnownConversation } from '../play/known-conversation.ts';
import { toQuestion } from '../play/played-message.ts';

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

interface Said {
  readonly play: PlayMode;
  readonly turns: readonly TurnEntry[];
  readonly replies: readonly ReplyEntry[];
}

/** What was said before a turn when it was asked for; in every-turn play replies are never part of it. */
export function listPlayedBefore(turnIndex: number, said: Said): readonly PlayedMessage[] {
  return listTurnsBefore(turnIndex, said).map(({ played }) => played);
}

function listTurnsBefore(turnIndex: number, { play, turns, replies }: Said): readonly TurnEntry[] {
  const entries = play === 'every-turn' ? turns : [...turns, ...replies];
  return entries.filter((entry) => entry.turnIndex < turnIndex).toSorted((a, b) => a.turnIndex - b.turnIndex);
}

/** Calls an agent made on the way, then those that wait for an answer. */
export function listToolCalls({ played, call }: ReplyEntry): readonly ToolCall[] {
  const traced = call.trace?.flatMap((message) => message.tool_calls ?? []) ?? [];
  return [...traced, ...(played.message.tool_calls ?? [])];
}
