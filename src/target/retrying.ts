import type { Clock } from '../base/clock.ts';
import { maxAttempts, maxRetryAfterMs, maxTimeouts, toRetryDelayMs } from '../base/retry.ts';
import {
  type AskContext,
  type Target,
  TargetError,
  type TargetErrorInfo,
  type TargetReply,
  type TargetRequest,
} from './port.ts';
import type { RateWaits } from './rate-waits.ts';
import { wrapTarget } from './wrap-target.ts';

export interface RetryOptions {
  /** Most calls for one reply. Default: 5. */
  readonly attempts?: number;
  readonly clock: Clock;
  /** From 0 up to 1, for the jitter. */
  readonly random: () => number;
  /** Aborted when the target is given up: no call waits for another attempt. */
  readonly givenUp?: AbortSignal;
  /** Called with calls that wait for a rate limit. */
  readonly waits?: RateWaits;
  /**
   * The target gets only the last user message and keeps the conversation itself. A turn that it may have taken up is not
   * asked again: the error says `needsRestart`, and the conversation starts over under a new id.
   */
  readonly keepsConversation?: boolean;
}

/**
 * Asks again when the same call may succeed later, after the wait of `toRetryDelayMs`. The one retry layer: no adapter
 * retries.
 */
export function retrying(target: Target, options: RetryOptions): Target {
  const { attempts: most = maxAttempts } = options;
  return wrapTarget(target, async (request, context) => {
    let [timeouts, rateLimited] = [0, 0];
    for (let attempt = 1; ; attempt++) {
      try {
        return withAttempts(await target.ask(request, context), { attempts: attempt, rateLimited });
      } catch (error) {
        context.signal.throwIfAborted();
        if (!(error instanceof TargetError)) throw error;
        if (options.keepsConversation === true && needsRestart(request, error.info)) {
          const tries = toTries({ attempts: attempt, rateLimited });
          throw new TargetError({ ...error.info, ...tries, needsRestart: true }, { cause: error });
        }
        if (error.info.cause === 'timeout') timeouts++;
        if (error.info.cause === 'rate-limited') rateLimited++;
        const mayRetry = error.info.retryable && attempt < most && timeouts < maxTimeouts;
        if (!mayRetry || asksTooLong(error.info)) throw toLastError(error, { attempts: attempt, rateLimited });
        await wait(error.info, attempt, { ...options, waiting: toWaiting(context, options) });
      }
    }
  });
}

/** Made only when a call failed: a signal for every call would cost more than the call. */
function toWaiting({ signal, waiting = signal }: AskContext, { givenUp }: RetryOptions): AbortSignal {
  return givenUp === undefined ? waiting : AbortSignal.any([waiting, givenUp]);
}

async function wait(
  info: TargetErrorInfo,
  attempt: number,
  { clock, random, waits, waiting }: RetryOptions & { readonly waiting: AbortSignal },
): Promise<void> {
  const delayMs = toRetryDelayMs({ attempt, random, retryAfterMs: info.retryAfterMs });
  const end = info.cause === 'rate-limited' ? waits?.begin(delayMs) : undefined;
  try {
    await clock.sleep(delayMs, waiting);
  } finally {
    end?.();
  }
}

/** How often a call was made, and how often the answer was 429. */
interface Tries {
  readonly attempts: number;
  readonly rateLimited: number;
}

function withAttempts(reply: TargetReply, tries: Tries): TargetReply {
  return tries.attempts === 1 ? reply : { ...reply, call: { ...reply.call, ...toTries(tries) } };
}

function toTries({ attempts, rateLimited }: Tries): Pick<TargetErrorInfo, 'attempts' | 'rateLimited'> {
  return { attempts, ...(rateLimited === 0 ? {} : { rateLimited }) };
}

/** A call of its own, as a judge's, has no conversation to start over. */
function needsRestart({ conversationId }: TargetRequest, { retryable, isUndelivered }: TargetErrorInfo): boolean {
  return conversationId !== undefined && retryable && isUndelivered !== true;
}

function asksTooLong({ retryAfterMs = 0 }: TargetErrorInfo): boolean {
  return retryAfterMs > maxRetryAfterMs;
}

function toLastError(error: TargetError, tries: Tries): TargetError {
  const { info } = error;
  const told = `It asked to wait ${Math.ceil((info.retryAfterMs ?? 0) / 60_000)} minutes, but Turnwise waits at most 5.`;
  const message = info.retryable && asksTooLong(info) ? `${info.message.replace(/[.!]?$/, '.')} ${told}` : info.message;
  return new TargetError({ ...info, message, ...toTries(tries) }, { cause: error.cause ?? error });
}
