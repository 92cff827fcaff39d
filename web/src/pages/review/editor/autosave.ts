import type { Clock } from '../../../../../src/base/clock.ts';
import { toRetryDelayMs } from '../../../data/retry-delay.ts';
import type { SendFault } from './send-faults.ts';

/** After the last change; at the latest, after the first one. */
const pauseMs = 1_200;
const longestMs = 10_000;

export interface SavePlan {
  /** Whether there is something that may be sent by itself. */
  readonly isWanted: boolean;
  /** When it was changed first. */
  readonly since: number;
  /** What became of the last try. */
  readonly fault: SendFault | undefined;
}

/** Decides when to send by itself: soon after a pause, later and later while the server is away, not what was refused. */
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
    // Typing on does not put off the next try.
    if (isAway && this.#isRetrying) return;
    this.#isRetrying = isAway;
    this.#isPlanned = true;
    this.#alarm.set(isAway ? this.#nextRetryMs() : this.#toWaitMs(since), () => this.hurry());
  }

  /** Sends now what waits for its time. */
  hurry(): void {
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

/** Rings once, after a time. Setting it again forgets the time before. */
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
    // Rejects only when it is cancelled.
    this.#clock.sleep(ms, set.signal).then(ring, () => undefined);
  }

  cancel(): void {
    this.#set?.abort();
    this.#set = undefined;
  }
}
