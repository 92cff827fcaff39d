import type { Clock } from '../../../../../src/base/clock.ts';
import { toRetryDelayMs } from '../../../data/retry-delay.ts';
import type { SendFault } from './send-faults.ts';

/** The wait after the last change, and at most after the first one. */
const pauseMs = 1_200;
const longestMs = 10_000;

export interface SavePlan {
  /** Whether there is something to save automatically. */
  readonly isWanted: boolean;
  /** The time of the first change. */
  readonly since: number;
  /** Why the last save failed. */
  readonly fault: SendFault | undefined;
}

/** Plans automatic saves: after a pause in typing, with a back-off while the server is unreachable, never after a refusal. */
export class Autosave {
  readonly #clock: Clock;
  readonly #alarm: Alarm;
  readonly #run: () => void;
  #tries = 0;
  #isRetrying = false;
  #isPlanned = false;

  constructor(clock: Clock, run: () => void) {
    this.#clock = clock;
    this.#alarm = new Alarm(clock);
    this.#run = run;
  }

  plan({ isWanted, since, fault }: SavePlan): void {
    const isAway = fault?.kind === 'away';
    if (!isAway) this.#tries = 0;
    if (!isWanted || fault?.kind === 'refused') {
      this.stop();
      return;
    }
    // Further typing does not delay the next try.
    if (isAway && this.#isRetrying) return;
    this.#isRetrying = isAway;
    this.#isPlanned = true;
    this.#alarm.set(isAway ? this.#nextRetryMs() : this.#toWaitMs(since), () => this.runNow());
  }

  /** Runs a planned save now. */
  runNow(): void {
    if (!this.#isPlanned) return;
    this.stop();
    this.#run();
  }

  stop(): void {
    this.#alarm.cancel();
    this.#isRetrying = false;
    this.#isPlanned = false;
  }

  #nextRetryMs(): number {
    this.#tries++;
    return toRetryDelayMs(this.#tries);
  }

  #toWaitMs(since: number): number {
    return Math.max(0, Math.min(pauseMs, since + longestMs - this.#clock.now()));
  }
}

/** Rings once after a delay. Setting it again replaces the delay. */
class Alarm {
  readonly #clock: Clock;
  #set: AbortController | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(ms: number, ring: () => void): void {
    this.cancel();
    const set = new AbortController();
    this.#set = set;
    // Rejects only when canceled.
    this.#clock.sleep(ms, set.signal).then(ring, () => undefined);
  }

  cancel(): void {
    this.#set?.abort();
    this.#set = undefined;
  }
}
