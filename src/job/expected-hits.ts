import type { CalibrationWriter } from '../store/calibration-port.ts';
import type { GradingWriter, RunWriter } from '../store/port.ts';
import { JobControl } from './control.ts';

/** The most conversations or questions to look up before the plan is printed, so that it appears quickly. */
const mostLookedUp = 2_000;

/** How many replies of targets and judges are expected to come from the cache. `isCut`: there may be more. */
export interface ExpectedHits {
  readonly hits: number;
  readonly isCut: boolean;
}

export const noHits: ExpectedHits = { hits: 0, isCut: false };

/**
 * Counts hits while the job runs with targets that answer from the cache alone. Nothing is called or recorded, and
 * requests that follow from a cached reply are looked up too.
 */
export class HitCounter {
  readonly control = new JobControl();
  #hits = 0;
  #lookedUp = 0;

  /** A reply of a target or a judge. */
  addCall(call: { readonly cached?: true | undefined } | undefined): void {
    if (call?.cached === true) this.#hits += 1;
  }

  /** Counts a conversation or question that was looked up. */
  addTask(): void {
    this.#lookedUp += 1;
    if (this.#lookedUp >= mostLookedUp) this.control.drain();
  }

  toHits(): ExpectedHits {
    return { hits: this.#hits, isCut: this.control.isDraining };
  }
}

/** Writes nothing. */
export const nullRunWriter: RunWriter = {
  run: '',
  begin: () => 0,
  recordTurns: async () => {},
  recordReply: async () => {},
  recordVerdicts: async () => {},
  endConversation: async () => {},
  reopen: async () => {},
  startAttempt: async () => {},
  replaceSpec: async () => {},
  heartbeat: async () => {},
  close: async () => {},
};

/** Writes nothing. */
export const nullGradingWriter: GradingWriter = {
  number: 0,
  graded: new Set(),
  record: async () => {},
  heartbeat: async () => {},
  close: async () => {},
};

/** Writes nothing. */
export const nullCalibrationWriter: CalibrationWriter = {
  id: '',
  has: () => false,
  record: async () => {},
  heartbeat: async () => {},
  close: async () => {},
};
