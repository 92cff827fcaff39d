import type { EvalCase, PlayMode } from '../conversation/case.ts';
import type { ReplyEntry, TurnEntry } from '../conversation/played.ts';
import type { ToolCall } from '../conversation/tool-call.ts';
import type { Verdict } from '../conversation/verdict.ts';
import type { GradedConversation, GradedReply } from '../grade/graded-conversation.ts';
import { listAssistantTurns, toKnownConversation } from '../play/known-conversation.ts';

/** What is known of a conversation while it is played, in the form graders want it. */
export class ConversationLog implements GradedConversation {
  readonly evalCase: EvalCase;
  readonly turns: TurnEntry[];
  readonly entries: ReplyEntry[];
  readonly verdicts: Verdict[];
  readonly replies: GradedReply[] = [];
  readonly #play: PlayMode;

  constructor(
    evalCase: EvalCase,
    play: PlayMode,
    before: {
      readonly turns: readonly TurnEntry[];
      readonly replies: readonly ReplyEntry[];
      readonly verdicts: readonly Verdict[];
    },
  ) {
    this.evalCase = evalCase;
    this.#play = play;
    this.turns = [...before.turns];
    this.entries = [];
    this.verdicts = [...before.verdicts];
    for (const entry of before.replies) this.add(entry);
  }

  /** As played: in every-turn play the reply stands where its reference stood. */
  get messages() {
    const places = new Map(this.turns.map((turn) => [turn.turnIndex, turn.played.message]));
    for (const { turnIndex, played } of this.entries) places.set(turnIndex, played.message);
    return [...places].sort(([a], [b]) => a - b).map(([, message]) => message);
  }

  /** Adds a reply; undefined when the simulated user said it. */
  add(entry: ReplyEntry): GradedReply | undefined {
    this.entries.push(entry);
    if (entry.by === 'simulator') return undefined;
    const replyIndex = this.replies.length;
    const { message } = entry.played;
    const scripted = this.evalCase.turns !== undefined && this.#play !== 'reply' && this.#play !== 'simulate';
    const scriptTurn = scripted ? replyIndex - this.#countOwnTurns() : -1;
    const reply: GradedReply = {
      turnIndex: entry.turnIndex,
      replyIndex,
      text: typeof message.content === 'string' ? message.content : '',
      toolCalls: listToolCalls(entry),
      tags: this.#listTags(entry.turnIndex, scriptTurn),
      message,
      ...(scriptTurn >= 0 ? { scriptTurn } : {}),
    };
    this.replies.push(reply);
    return reply;
  }

  /** In every-turn play the assistant turns before the script are asked for, too. */
  #countOwnTurns(): number {
    if (this.#play !== 'every-turn') return 0;
    return listAssistantTurns(toKnownConversation(this.evalCase)).filter(
      (turn) => turn < this.evalCase.input_messages.length,
    ).length;
  }

  /** Tags of the scripted line, of the reference, or of the message that is answered: what the reply's turn is about. */
  #listTags(turnIndex: number, scriptTurn: number): readonly string[] {
    const scripted = this.evalCase.turns?.[scriptTurn]?.tags ?? [];
    if (this.#play === 'script') return scripted;
    const place = this.#play === 'every-turn' ? turnIndex : turnIndex - 1;
    const tagged = this.turns.find((turn) => turn.turnIndex === place)?.played.message.tags ?? [];
    return [...new Set([...tagged, ...scripted])];
  }
}

/** Calls an agent made on the way, then those that wait for an answer. */
export function listToolCalls({ played, call }: ReplyEntry): readonly ToolCall[] {
  const traced = call.trace?.flatMap((message) => message.tool_calls ?? []) ?? [];
  return [...traced, ...(played.message.tool_calls ?? [])];
}
