import type { Clock } from '../base/clock.ts';
import { PlayStopped } from '../base/play-stopped.ts';
import type { EvalCase } from '../conversation/case.ts';
import { type Message, toCallParts } from '../conversation/message.ts';
import { type PlayedMessage, type ReplyEntry, type TurnEntry, toRecordedCall } from '../conversation/run/run-record.ts';
import type { Send } from '../conversation/target-spec.ts';
import { nameTurn } from '../conversation/turn-number.ts';
import type { PlayFiles } from '../format/attachment.ts';
import { toPlayed } from '../format/chat.ts';
import { listShownTexts } from '../format/question.ts';
import { type AskContext, type Target, TargetError, type TargetReply } from '../target/port.ts';
import { ConversationRequest, type RequestInput } from './conversation-request.ts';

/** Limits of one conversation. */
export interface PlayLimits {
  readonly turns: number;
  readonly tokens?: number;
  readonly timeMs?: number;
}

/** The records of the conversation before this process played it. */
interface RecordedPart {
  readonly turns: readonly TurnEntry[];
  readonly replies: readonly ReplyEntry[];
}

/** Receives the records of the conversation, in the order of the calls. */
export interface PlayRecorder {
  turns(turns: readonly TurnEntry[]): void;
  /** Resolves when the reply is stored and graded as far as possible. `failed`: a grader of this reply failed it. */
  reply(reply: ReplyEntry, replyIndex: number): Promise<{ readonly failed: boolean }>;
}

export interface PlayInput {
  readonly evalCase: EvalCase;
  readonly send: Send;
  readonly repeat: number;
  readonly target: Target;
  /** Plays the user in simulated conversations. */
  readonly simulator?: Target;
  readonly files: PlayFiles;
  readonly recorded: RecordedPart;
  readonly recorder: PlayRecorder;
  readonly limits: PlayLimits;
  readonly clock: Clock;
  /** Aborted: the call in flight stops now. */
  readonly signal: AbortSignal;
  /** Aborted: waits for a call end, and the call in flight continues. */
  readonly waiting: AbortSignal;
  /** Whether a grader failed a reply that was recorded before. */
  readonly hasFailed: (replyIndex: number) => boolean;
  /** Whether no further call may be made. The conversation continues when the run is resumed. */
  readonly isStopping: () => boolean;
  /** Whether the conversation ended in an error before. */
  readonly isRetried: boolean;
  readonly attempt: PlayAttempt;
}

/** The current attempt, and the ids that targets get. */
export interface PlayAttempt {
  readonly runId: string;
  /** The conversation id of the call for this turn. In every-turn play each turn has its own. */
  toId(turnIndex: number): string;
  /** The conversation id of the simulated user. */
  readonly simulatorId: string;
  /** Whether replies are recorded with their conversation id, because the target is sent it. */
  readonly isIdRecorded: boolean;
  /**
   * Called before the first call. Resolves when the start of the attempt is recorded. Throws `PlayRestart` if a target
   * keeps the conversation itself and an earlier process started it, because it cannot be continued.
   */
  open(): Promise<void>;
}

/** Thrown before a call if the conversation must start over, at its first turn and under a new id. */
export class PlayRestart extends Error {
  override readonly name = 'PlayRestart';
}

/** A call to the target: the messages before this turn, with these guidelines. */
export interface TurnCall {
  readonly turnIndex: number;
  readonly guidelines: string;
}

type RequestCall = Pick<RequestInput, 'send' | 'replyIndex' | 'conversationId'>;

/** `failed`: a grader of this reply failed it. */
interface Answered {
  readonly reply: ReplyEntry;
  readonly failed: boolean;
}

/** The state of one conversation while it is played. */
export class Playing {
  readonly input: PlayInput;
  readonly #history: PlayedMessage[] = [];
  readonly #context: AskContext;
  #tokens = 0;
  #replies = 0;
  #lines = 0;
  #askedAt = 0;
  /** The position after the last message of the history. Positions of reference turns that are not played stay free. */
  #nextPlace = 0;
  #isOpened = false;
  #open: TurnCall | undefined;

  constructor(input: PlayInput) {
    this.input = input;
    this.#context = { signal: input.signal, waiting: input.waiting, isFresh: input.isRetried };
    for (const { call } of input.recorded.replies) this.#count(call.usage);
  }

  get history(): readonly PlayedMessage[] {
    return this.#history;
  }

  /** The call without a reply. */
  get openCall(): TurnCall | undefined {
    return this.#open;
  }

  /** The turn of the last call. */
  get askedAt(): number {
    return this.#askedAt;
  }

  /** Restores the recorded messages and replies, for modes in which replies are part of the history. */
  restore(): void {
    const { turns, replies } = this.input.recorded;
    const entries = [...turns, ...replies].sort((a, b) => a.turnIndex - b.turnIndex);
    for (const { played } of entries) this.#history.push(played);
    this.#nextPlace = (entries.at(-1)?.turnIndex ?? -1) + 1;
    this.#replies = replies.filter(({ by }) => by === 'target').length;
    this.#lines = replies.length - this.#replies;
  }

  /** Restores the recorded messages without the replies, for every-turn play. */
  restoreTurns(): void {
    const { turns, replies } = this.input.recorded;
    for (const { played } of turns) this.#history.push(played);
    this.#nextPlace = (turns.at(-1)?.turnIndex ?? -1) + 1;
    this.#replies = replies.length;
  }

  /** Adds messages that need no call. Messages that were already restored are skipped. */
  add(messages: readonly Message[], from: number): void {
    const entries: TurnEntry[] = [];
    for (const [offset, message] of messages.entries()) {
      const turnIndex = from + offset;
      if (turnIndex < this.#nextPlace) continue;
      const played = toPlayed(message, this.input.files.format);
      this.#history.push(played);
      this.#nextPlace = turnIndex + 1;
      entries.push({ turnIndex, played });
    }
    if (entries.length > 0) this.input.recorder.turns(entries);
  }

  /**
   * Asks for the next reply, records it and adds it to the history. `place`: the position of its reference, if it has
   * one.
   */
  async answer(place = this.#nextPlace): Promise<Answered> {
    const answered = await this.#ask(place, this.#history);
    this.#history.push(answered.reply.played);
    this.#nextPlace = place + 1;
    return answered;
  }

  /** Asks for a reply to the first `turnIndex` messages of the history, and records it. The history does not change. */
  answerAt(turnIndex: number): Promise<Answered> {
    return this.#ask(turnIndex, this.#history.slice(0, turnIndex));
  }

  async #ask(turnIndex: number, history: readonly PlayedMessage[]): Promise<Answered> {
    const { target, recorder, send, attempt } = this.input;
    this.#assertMayContinue(turnIndex);
    await this.#openAttempt();
    const replyIndex = this.#replies++;
    const conversationId = attempt.toId(turnIndex);
    const request = this.#toRequest(history, { send, replyIndex, conversationId });
    this.#open = { turnIndex, guidelines: request.guidelines };
    const answer = await target.ask(request, this.#context);
    this.#open = undefined;
    const entry: ReplyEntry = {
      turnIndex,
      by: 'target',
      played: toPlayedReply(answer),
      guidelines: request.guidelines,
      call: { ...toRecordedCall(answer), ...(attempt.isIdRecorded ? { conversationId } : {}) },
    };
    this.#count(answer.call.usage);
    const { failed } = await recorder.reply(entry, replyIndex);
    return { reply: entry, failed };
  }

  /** Asks the simulated user for its next message. The caller checks and records it. */
  async askSimulator(simulator: Target, history: readonly PlayedMessage[]): Promise<TargetReply> {
    this.#assertMayContinue(this.#nextPlace);
    await this.#openAttempt();
    const conversationId = this.input.attempt.simulatorId;
    const request = this.#toRequest(history, { send: 'messages', replyIndex: this.#lines, conversationId });
    const answer = await simulator.ask(request, this.#context);
    this.#lines += 1;
    this.#count(answer.call.usage);
    return answer;
  }

  /** Records a message of the simulated user as the next turn. */
  async recordLine(text: string, answer: TargetReply): Promise<void> {
    const played: PlayedMessage = { message: { role: 'user', content: text } };
    const entry: ReplyEntry = {
      turnIndex: this.#nextPlace,
      by: 'simulator',
      played,
      guidelines: '',
      call: toRecordedCall(answer),
    };
    this.#history.push(played);
    this.#nextPlace += 1;
    await this.input.recorder.reply(entry, -1);
  }

  async #openAttempt(): Promise<void> {
    if (this.#isOpened) return;
    await this.input.attempt.open();
    this.#isOpened = true;
  }

  #toRequest(history: readonly PlayedMessage[], call: RequestCall): ConversationRequest {
    const { evalCase, files, repeat, attempt } = this.input;
    return new ConversationRequest({ ...call, history, files, repeat, caseId: evalCase.id, runId: attempt.runId });
  }

  #assertMayContinue(turnIndex: number): void {
    const { limits, isStopping, signal } = this.input;
    this.#askedAt = turnIndex;
    if (isStopping()) throw new PlayStopped();
    signal.throwIfAborted();
    if (this.#replies >= limits.turns)
      throw overLimit(`the limit of ${limits.turns} ${limits.turns === 1 ? 'reply' : 'replies'}`, 'turns', turnIndex);
    if (limits.tokens !== undefined && this.#tokens >= limits.tokens) {
      throw overLimit(`${this.#tokens} tokens (limit ${limits.tokens})`, 'tokens', turnIndex);
    }
  }

  #count(usage: ReplyEntry['call']['usage']): void {
    this.#tokens += (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
  }
}

function overLimit(what: string, option: 'turns' | 'tokens', turnIndex: number): TargetError {
  const message = `The case reached ${what} and was stopped at ${nameTurn(turnIndex)}. Raise the limit with --max-${option}.`;
  return new TargetError({ cause: 'limit', message, retryable: false });
}

function toPlayedReply({ text, toolCalls }: TargetReply): PlayedMessage {
  if (toolCalls === undefined || toolCalls.length === 0) return { message: { role: 'assistant', content: text } };
  const message: Message = { role: 'assistant', content: text, tool_calls: [...toolCalls] };
  return { message, texts: [...listShownTexts(message, {})] };
}

/**
 * A reply with tool calls needs their results, but Turnwise runs no tools, so the next user line cannot be sent. An
 * invented result would test something other than the target.
 */
export function assertNoOpenCalls(playing: Playing): void {
  const last = playing.history.at(-1)?.message;
  if (last?.role !== 'assistant' || last.tool_calls === undefined || last.tool_calls.length === 0) return;
  const names = last.tool_calls.map((call) => toCallParts(call).name).join(', ');
  const message = `The reply calls ${names}, but nothing runs tools here, so the next user line cannot be sent. Use the agent that runs the tools as the target (command or http), or use every-turn mode, where the conversation contains the tool results.`;
  throw new TargetError({ cause: 'unanswered-tool-call', message, retryable: false });
}
