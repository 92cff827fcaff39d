import { type Clock, systemClock } from '../../src/base/clock.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Time that passes only when a test says so. */
export class FakeClock implements Clock {
  #time = 0;
  readonly #sleepers = new Set<Sleeper>();
  readonly #watchers = new Set<() => void>();
  /** Every time that was slept for, in order. */
  readonly slept: number[] = [];

  now(): number {
    return this.#time;
  }

  elapsed(): number {
    return this.#time;
  }

  /** How many are asleep. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const stop = () => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const sleeper = { at: this.#time + ms, wake };
      this.#sleepers.add(sleeper);
      this.slept.push(ms);
      signal?.addEventListener('abort', stop, { once: true });
      for (const look of this.#watchers) look();
    });
  }

  /** Lets time pass. Each sleeper that wakes does its work before the next one wakes. */
  async advance(ms: number): Promise<void> {
    const end = this.#time + ms;
    await settle();
    for (let next = this.#findNext(end); next !== undefined; next = this.#findNext(end)) {
      this.#time = next.at;
      this.#sleepers.delete(next);
      next.wake();
      await settle();
    }
    this.#time = end;
  }

  /** Resolves as soon as this many are asleep: for work that runs outside, such as a process. */
  whenSleeping(count: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.#sleepers.size < count) return;
        this.#watchers.delete(look);
        resolve();
      };
      this.#watchers.add(look);
      look();
    });
  }

  #findNext(end: number): Sleeper | undefined {
    let next: Sleeper | undefined;
    for (const sleeper of this.#sleepers) {
      if (sleeper.at <= end && (next === undefined || sleeper.at < next.at)) next = sleeper;
    }
    return next;
  }
}

// Also compiled with the tests of web/, which know no types of Node.
declare function setImmediate(run: () => void): unknown;

/** Lets everything run that waits for nothing but its turn. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Time that passes this many times as fast: for code that sleeps by the clock while processes run in real time. */
export function makeFastClock(times: number): Clock {
  const start = systemClock.now();
  return {
    now: () => start + (systemClock.now() - start) * times,
    elapsed: () => systemClock.elapsed() * times,
    sleep: (ms, signal) => systemClock.sleep(ms / times, signal),
  };
}
