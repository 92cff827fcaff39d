import type { Clock } from '../base/clock.ts';
import { definedOnly } from '../base/defined-only.ts';
import { maxRetryAfterMs } from '../base/retry.ts';
import type { Usage } from '../conversation/run/run-record.ts';
import { type CallQueue, makeQueue } from './call-queue.ts';
import { MinuteWindow, type Spending } from './minute-window.ts';
import { type RateWait, type Target, TargetError, type TargetErrorInfo, type TargetRequest } from './port.ts';
import { wrapTarget } from './wrap-target.ts';

interface LimiterOptions {
  /** Most calls at once. */
  readonly concurrency: number;
  /** Most calls per minute. */
  readonly rpm?: number;
  /** Most tokens per minute. */
  readonly tpm?: number;
  readonly clock: Clock;
}

/** The right to make one call; given back with `leave`. */
export interface Pass {
  readonly epoch: number;
  readonly tokens?: Spending;
}

/**
 * Lets calls through to one endpoint, first come, first served. Share one between targets that share an endpoint.
 *
 * Concurrency adapts as TCP does: a refusal for too many calls halves it, a whole round of successes gives one back,
 * up to `concurrency`. Refusals of calls that were under way when it was halved say nothing new and are not counted.
 */
export class Limiter {
  readonly #cap: number;
  readonly #clock: Clock;
  readonly #requests: MinuteWindow | undefined;
  readonly #tokens: MinuteWindow | undefined;
  readonly #queue: CallQueue<Pass> = makeQueue();
  #active = 0;
  #limit: number;
  #epoch = 0;
  #successes = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #alarm: { readonly at: number; readonly off: AbortController } | undefined;

  constructor({ concurrency, rpm, tpm, clock }: LimiterOptions) {
    this.#cap = concurrency;
    this.#limit = concurrency;
    this.#clock = clock;
    this.#requests = rpm === undefined ? undefined : new MinuteWindow(rpm);
    this.#tokens = tpm === undefined ? undefined : new MinuteWindow(tpm);
  }

  /** Calls under way. */
  get active(): number {
    return this.#active;
  }

  /** Most calls at once, as of now. */
  get limit(): number {
    return this.#limit;
  }

  /** Whether callers have to say how many tokens a call will take. */
  get countsTokens(): boolean {
    return this.#tokens !== undefined;
  }

  /** Calls in the queue, when it is the rate that keeps them there and not other calls; undefined: it does not. */
  findRateWait(): RateWait | undefined {
    const next = this.#queue.peek();
    const ms = next === undefined ? 0 : this.#findWaitMs(next.tokens);
    return ms > 0 ? { calls: this.#queue.size, ms } : undefined;
  }

  /** A pass at once, or undefined when the call has to wait for its turn. */
  tryEnter(tokens: number): Pass | undefined {
    if (this.#queue.size > 0 || !this.#hasRoom || this.#findWaitMs(tokens) > 0) return undefined;
    return this.#admit(tokens);
  }

  /** A pass when it is the call's turn. Rejects with the signal's reason, and leaves the queue, on abort. */
  async enter(tokens: number, signal: AbortSignal): Promise<Pass> {
    signal.throwIfAborted();
    const pass = this.#queue.join(tokens, signal, () => this.#admitWaiting());
    this.#admitWaiting();
    return pass;
  }

  /** Ends a call. `usedTokens`: what it really took; `error`: what went wrong with it. */
  leave(pass: Pass, usedTokens?: number, error?: TargetErrorInfo): void {
    this.#active--;
    if (pass.tokens !== undefined && usedTokens !== undefined) {
      this.#tokens?.correct(pass.tokens, usedTokens, this.#clock.elapsed());
    }
    if (error?.cause === 'rate-limited') this.#slowDown(pass);
    else if (error === undefined) this.#speedUp(pass);
    if (error?.retryAfterMs !== undefined) this.#pause(error.retryAfterMs);
    this.#admitWaiting();
  }

  get #hasRoom(): boolean {
    return this.#active < this.#limit;
  }

  #admit(tokens: number): Pass {
    this.#active++;
    if (this.#requests === undefined && this.#tokens === undefined) return { epoch: this.#epoch };
    const now = this.#clock.elapsed();
    this.#requests?.spend(1, now);
    const spending = this.#tokens?.spend(tokens, now);
    return { epoch: this.#epoch, ...definedOnly({ tokens: spending }) };
  }

  #admitWaiting(): void {
    while (this.#hasRoom) {
      const next = this.#queue.peek();
      if (next === undefined) break;
      const waitMs = this.#findWaitMs(next.tokens);
      if (waitMs > 0) {
        this.#setAlarm(waitMs);
        return;
      }
      this.#queue.shift();
      next.grant(this.#admit(next.tokens));
    }
    // Either no call waits, or the next call to end looks again. So no timer is needed, and none may keep a process alive.
    this.#stopAlarm();
  }

  #findWaitMs(tokens: number): number {
    const now = this.#clock.elapsed();
    const pause = this.#pausedUntil - now;
    return Math.max(pause, this.#requests?.waitMs(1, now) ?? 0, this.#tokens?.waitMs(tokens, now) ?? 0);
  }

  #setAlarm(waitMs: number): void {
    const at = this.#clock.elapsed() + waitMs;
    if (this.#alarm !== undefined && this.#alarm.at <= at) return;
    this.#stopAlarm();
    const alarm = { at, off: new AbortController() };
    this.#alarm = alarm;
    const ring = () => {
      if (this.#alarm !== alarm) return;
      this.#alarm = undefined;
      this.#admitWaiting();
    };
    // Timers may fire a moment early; 1 ms more saves a second alarm.
    this.#clock.sleep(Math.ceil(waitMs) + 1, alarm.off.signal).then(ring, ignore);
  }

  #stopAlarm(): void {
    this.#alarm?.off.abort(alarmOff);
    this.#alarm = undefined;
  }

  #slowDown(pass: Pass): void {
    if (pass.epoch !== this.#epoch) return;
    this.#epoch++;
    this.#successes = 0;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }

  #speedUp(pass: Pass): void {
    if (this.#limit >= this.#cap || pass.epoch !== this.#epoch) return;
    if (++this.#successes < this.#limit) return;
    this.#successes = 0;
    this.#limit++;
  }

  /** A target that asks for a longer wait than allowed gets no pause: its calls fail at once, and the run ends soon. */
  #pause(ms: number): void {
    if (ms <= maxRetryAfterMs) this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.elapsed() + ms);
  }
}

const alarmOff = 'no waiting calls';

function ignore(): void {}

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

/** Neither a success nor a refusal: an abort, or a bug. */
const otherError = { cause: 'internal', message: '', retryable: false } as const;

/** Four characters per token is near enough for English. The real usage of the call corrects it. */
function estimateTokens({ question, guidelines }: TargetRequest): number {
  return Math.ceil((question.length + guidelines.length) / 4);
}

function sumTokens(usage: Usage | undefined): number | undefined {
  if (usage?.inputTokens === undefined && usage?.outputTokens === undefined) return undefined;
  return (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
}
