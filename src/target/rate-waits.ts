import type { Clock } from '../base/clock.ts';
import type { RateWait } from './port.ts';

/** Where calls wait for their turn; see `Limiter`. */
interface Queue {
  findRateWait(): RateWait | undefined;
}

/** Knows which calls wait for a rate limit, over all targets of a run: in a limiter, or before another attempt. */
export class RateWaits {
  readonly #clock: Clock;
  readonly #limiters: Queue[] = [];
  readonly #retries = new Set<{ readonly until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  watch(limiter: Queue): void {
    this.#limiters.push(limiter);
  }

  /** A call that got 429 waits before its next attempt. Returns what ends the wait. */
  begin(ms: number): () => void {
    const retry = { until: this.#clock.elapsed() + ms };
    this.#retries.add(retry);
    return () => void this.#retries.delete(retry);
  }

  /** Undefined: no call waits. */
  find(): RateWait | undefined {
    const now = this.#clock.elapsed();
    const waits = this.#limiters.flatMap((limiter) => limiter.findRateWait() ?? []);
    for (const { until } of this.#retries) waits.push({ calls: 1, ms: Math.max(0, until - now) });
    if (waits.length === 0) return undefined;
    return {
      calls: waits.reduce((sum, { calls }) => sum + calls, 0),
      ms: Math.min(...waits.map(({ ms }) => ms)),
    };
  }
}
