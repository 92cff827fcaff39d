import type { Clock } from '../../../../../src/base/clock.ts';

/** Rings once, after a time. Setting it again forgets the time before. */
export class Alarm {
  readonly #clock: Clock;
  #set: AbortController | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(ms: number, ring: () => void): void {
    this.cancel();
    const set = new AbortController();
    this.#set = set;
    // Rejects only when it is cancelled.
    this.#clock.sleep(ms, set.signal).then(ring, () => undefined);
  }

  cancel(): void {
    this.#set?.abort();
    this.#set = undefined;
  }
}
