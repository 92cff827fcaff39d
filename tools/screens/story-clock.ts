import { type Clock, systemClock } from '../../src/base/clock.ts';

/** The day of the pictures: what they show does not change by the day they are made. */
export const today = '2026-03-12T09:30:00.000Z';

/** A clock that is put forward by hand. Each look at it is a millisecond later than the one before, so that order stays. */
export class StoryClock implements Clock {
  #now = Date.parse(today);
  #elapsed = 0;

  set(at: string): void {
    this.#now = Date.parse(at);
  }

  now(): number {
    this.#now += 1;
    return this.#now;
  }

  /** Each look is 80 ms later, so that a picture shows the same latency on every machine. */
  elapsed(): number {
    this.#elapsed += 80;
    return this.#elapsed;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal);
  }
}
