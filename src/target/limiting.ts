import type { Usage } from '../conversation/run/run-record.ts';
import type { Limiter } from './limiter.ts';
import { type Target, TargetError, type TargetRequest } from './port.ts';
import { wrapTarget } from './wrap-target.ts';

/**
 * Calls the target as fast as the limiter lets it. The limiter may be shared with other targets.
 *
 * @example limiting(adapter, new Limiter({ concurrency: 8, rpm: 500, clock }))
 */
export function limiting(target: Target, limiter: Limiter): Target {
  return wrapTarget(target, async (request, context) => {
    const tokens = limiter.countsTokens ? estimateTokens(request) : 0;
    const pass = limiter.tryEnter(tokens) ?? (await limiter.enter(tokens, context.waiting ?? context.signal));
    try {
      const reply = await target.ask(request, context);
      limiter.leave(pass, sumTokens(reply.call.usage));
      return reply;
    } catch (error) {
      limiter.leave(pass, undefined, error instanceof TargetError ? error.info : otherError);
      throw error;
    }
  });
}

/** Neither a success nor a refusal: an abort, or a mistake of ours. */
const otherError = { cause: 'internal', message: '', retryable: false } as const;

/** Four characters a token is near enough for English; what the call really used puts it right. */
function estimateTokens({ question, guidelines }: TargetRequest): number {
  return Math.ceil((question.length + guidelines.length) / 4);
}

function sumTokens(usage: Usage | undefined): number | undefined {
  if (usage?.inputTokens === undefined && usage?.outputTokens === undefined) return undefined;
  return (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
}
