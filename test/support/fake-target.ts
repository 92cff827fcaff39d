import type { ErrorCause } from '../../src/conversation/run/run-record.ts';
import {
  type AskContext,
  type Target,
  TargetError,
  type TargetReply,
  type TargetRequest,
} from '../../src/target/port.ts';
import { type RetryOptions, retrying } from '../../src/target/retrying.ts';

/** What a fake target answers: a text, a whole reply, or an error that it throws. */
export type FakeAnswer = string | TargetReply | Error;

/** A target that lives in memory, answers what a test says, and remembers what it was asked. */
export class FakeTarget implements Target {
  readonly id: string;
  readonly requests: TargetRequest[] = [];
  readonly #answer: (request: TargetRequest, context: AskContext) => FakeAnswer | Promise<FakeAnswer>;

  constructor(
    answer: (request: TargetRequest, context: AskContext) => FakeAnswer | Promise<FakeAnswer>,
    id = 'desk-bot',
  ) {
    this.id = id;
    this.#answer = answer;
  }

  async ask(request: TargetRequest, context: AskContext): Promise<TargetReply> {
    this.requests.push(toSnapshot(request));
    const answer = await this.#answer(request, context);
    if (answer instanceof Error) throw answer;
    return typeof answer === 'string' ? toReply(answer) : answer;
  }

  get questions(): readonly string[] {
    return this.requests.map(({ question }) => question);
  }
}

/** Answers one after another; the last one again and again. */
export function sayInTurn(...answers: readonly [FakeAnswer, ...FakeAnswer[]]): FakeTarget {
  return new FakeTarget(({ replyIndex }) => answers[Math.min(replyIndex, answers.length - 1)] ?? '');
}

export function toReply(text: string, more: Partial<TargetReply> = {}): TargetReply {
  return { text, ...more, call: { latencyMs: 1, costUsd: null, ...more.call } };
}

export function failWith(cause: ErrorCause, more: Partial<TargetError['info']> = {}): TargetError {
  return new TargetError({ cause, message: `It failed: ${cause}.`, retryable: false, ...more });
}

/** The request as it is now: its texts are made on first use, of a conversation that continues. */
function toSnapshot(request: TargetRequest): TargetRequest {
  const { send, question, guidelines, messages, files, replyIndex, repeat, caseId, runId, conversationId } = request;
  const ids = {
    ...(runId === undefined ? {} : { runId }),
    ...(conversationId === undefined ? {} : { conversationId }),
  };
  return { send, question, guidelines, messages, files, replyIndex, repeat, caseId, ...ids };
}

/** A target with the retry layer of a run around it, whose waits have no jitter. */
export function retryTarget(target: Target, options: Omit<RetryOptions, 'random'>): Target {
  return retrying(target, { ...options, random: () => 0 });
}
