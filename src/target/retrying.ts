import type { Clock } from '../base/clock.ts';
import { type Target, TargetError, type TargetErrorInfo, type TargetReply } from './port.ts';
import { wrapTarget } from './wrap-target.ts';

export interface RetryOptions {
  /** Most calls for one reply. Default: 5. */
  readonly attempts?: number;
  readonly clock: Clock;
  /** From 0 up to 1, for the jitter. */
  readonly random: () => number;
}

/** Longest time a target may ask to wait; for longer it is not waited, and the call fails. */
export const maxRetryAfterMs = 300_000;

const baseDelayMs = 500;
const maxDelayMs = 30_000;
const maxTimeouts = 2;

/**
 * Asks again when the same call may succeed later: after a random time up to 0.5, 1, 2, 4 … 30 s (full jitter, so that
 * calls that failed together do not come back together), or after the time the target asked for, when that is longer.
 * The one retry layer: no adapter retries.
 */
export function retrying(target: Target, options: RetryOptions): Target {
  const { attempts: most = 5, clock } = options;
  return wrapTarget(target, async (request, context) => {
    let timeouts = 0;
    for (let attempt = 1; ; attempt++) {
      try {
        return withAttempts(await target.ask(request, context), attempt);
      } catch (error) {
        context.signal.throwIfAborted();
        if (!(error instanceof TargetError)) throw error;
        if (error.info.cause === 'timeout') timeouts++;
        const mayRetry = error.info.retryable && attempt < most && timeouts < maxTimeouts;
        if (!mayRetry || asksTooLong(error.info)) throw toLastError(error, attempt);
        await clock.sleep(toDelayMs(error.info, attempt, options.random), context.waiting ?? context.signal);
      }
    }
  });
}

function withAttempts(reply: TargetReply, attempts: number): TargetReply {
  return attempts === 1 ? reply : { ...reply, call: { ...reply.call, attempts } };
}

function toDelayMs({ retryAfterMs = 0 }: TargetErrorInfo, attempt: number, random: () => number): number {
  const jitter = random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1));
  return Math.max(retryAfterMs, jitter);
}

function asksTooLong({ retryAfterMs = 0 }: TargetErrorInfo): boolean {
  return retryAfterMs > maxRetryAfterMs;
}

function toLastError(error: TargetError, attempts: number): TargetError {
  const { info } = error;
  const told = `It asked to wait ${Math.ceil((info.retryAfterMs ?? 0) / 60_000)} minutes; Turnwise waits up to 5.`;
  const message = info.retryable && asksTooLong(info) ? `${info.message.replace(/[.!]?$/, '.')} ${told}` : info.message;
  return new TargetError({ ...info, message, attempts }, { cause: error.cause ?? error });
}
