import { type Clock, systemClock } from '../../src/base/clock.ts';

/** Time that passes so many times as fast: for what waits by the clock while the world outside does not. */
export function makeFastClock(times: number): Clock {
  const start = systemClock.now();
  return {
    now: () => start + (systemClock.now() - start) * times,
    elapsed: () => systemClock.elapsed() * times,
    sleep: (ms, signal) => systemClock.sleep(ms / times, signal),
  };
}
