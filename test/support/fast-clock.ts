import { type Clock, systemClock } from '../../src/base/clock.ts';

/** Time that passes this many times as fast: for code that sleeps by the clock while processes run in real time. */
export function makeFastClock(times: number): Clock {
  const start = systemClock.now();
  return {
    now: () => start + (systemClock.now() - start) * times,
    elapsed: () => systemClock.elapsed() * times,
    sleep: (ms, signal) => systemClock.sleep(ms / times, signal),
  };
}
