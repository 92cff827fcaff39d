import type { AskContext, Target, TargetReply, TargetRequest } from '../../src/target/port.ts';

/** A request with one user message; a test says what matters to it. */
export function makeRequest(given: Partial<TargetRequest> = {}): TargetRequest {
  const question = given.question ?? 'Where is my order?';
  return {
    send: 'question',
    question,
    guidelines: '',
    messages: [{ role: 'user', content: question }],
    files: [],
    replyIndex: 0,
    repeat: 0,
    caseId: 'late-refund',
    ...given,
  };
}

/** A context that is never aborted. */
export function makeContext(): AskContext {
  return { signal: new AbortController().signal };
}

export function makeReply(text: string, call: Partial<TargetReply['call']> = {}): TargetReply {
  return { text, call: { latencyMs: 1, costUsd: null, ...call } };
}

/** A target whose answers a test writes; `asked` counts the calls. */
export function makeTarget(ask: (call: number, signal: AbortSignal) => Promise<TargetReply> | TargetReply): Target & {
  readonly asked: number;
} {
  let asked = 0;
  return {
    id: 'desk-bot',
    get asked() {
      return asked;
    },
    ask: async (_request, { signal }) => ask(asked++, signal),
  };
}
