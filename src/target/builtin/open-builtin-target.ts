import type { Clock } from '../../base/clock.ts';
import type { SpecOf } from '../../conversation/target-spec.ts';
import { type Target, TargetError, type TargetRequest } from '../port.ts';
import { toLastUserText } from '../request-text.ts';
import { answerLookup } from './answer-lookup.ts';
import { compileRules } from './compile-rules.ts';

type Answer = (request: TargetRequest) => string;

/** One of the small programs inside Turnwise. It calls nothing, costs nothing, and names itself as what it is. */
export async function openBuiltinTarget(
  spec: SpecOf<'builtin'>,
  { clock }: { readonly clock: Clock },
): Promise<Target> {
  const answer = await findAnswer(spec);
  const { id, latency_ms: waitMs = 0 } = spec;
  const model = `builtin:${spec.model}`;
  return {
    id,
    async ask(request, { signal }) {
      const start = clock.elapsed();
      signal.throwIfAborted();
      if (waitMs > 0) await clock.sleep(waitMs, signal);
      const text = answer(request);
      if (text.trim() === '') throw toEmptyReply(model);
      return { text, call: { latencyMs: clock.elapsed() - start, costUsd: 0, model } };
    },
  };
}

async function findAnswer(spec: SpecOf<'builtin'>): Promise<Answer> {
  if (spec.model === 'echo') return answerEcho;
  if (spec.model === 'lookup') return answerLookup;
  return compileRules(spec.id, spec.rules ?? []);
}

function answerEcho(request: TargetRequest): string {
  return request.send === 'question' ? request.question : toLastUserText(request);
}

function toEmptyReply(model: string): TargetError {
  return new TargetError({ cause: 'empty-reply', message: `${model} had no reply.`, retryable: false });
}
