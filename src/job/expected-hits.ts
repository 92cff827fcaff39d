import type { CalibrationWriter } from '../store/calibration-port.ts';
import type { GradingWriter, RunWriter } from '../store/port.ts';
import { JobControl } from './control.ts';

/** Conversations or questions that are looked up before the plan is printed; more would keep people waiting. */
const mostLookedUp = 2_000;

/** How many replies of targets and judges are expected to come from the cache. `isCut`: at least so many. */
export interface ExpectedHits {
  readonly hits: number;
  readonly isCut: boolean;
}

export const noHits: ExpectedHits = { hits: 0, isCut: false };

/**
 * Counts hits while the same work is done with targets that only the cache answers for: nothing is called, recorded or
 * kept, and what a cached reply leads to is looked up as well.
 */
export class HitCounter {
  readonly control = new JobControl();
  #hits = 0;
  #lookedUp = 0;

  /** A reply of a target or a judge. */
  addCall(call: { readonly cached?: true | undefined } | undefined): void {
    if (call?.cached === true) this.#hits += 1;
  }

  /** A conversation or a question is looked up. */
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
