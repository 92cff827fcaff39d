import type { CalibrationSpec, JudgedSample, JudgeSample, Variant } from '../conversation/judge/calibration.ts';
import type { TestSetUse } from '../conversation/judge/test-set-use.ts';
import type { IsExpired, Lease, LeaseOwner } from './leases/lease-expiry.ts';

/** A calibration as it is kept. `endedAt` absent: it is under way, or was stopped. */
export interface CalibrationRecord extends Lease {
  /** Sorts by time. */
  readonly id: string;
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly spec: CalibrationSpec;
  /** Results there are to be: samples of every judge × repeats × variants. */
  readonly expected: number;
  readonly recorded: number;
}

export interface NewCalibration {
  readonly id: string;
  readonly spec: CalibrationSpec;
  readonly samples: readonly JudgeSample[];
  /** Results there are to be. */
  readonly expected: number;
  readonly owner: LeaseOwner;
  /** The judges it tries on which samples, and uses that certificates know of. */
  readonly testSetUses?: readonly TestSetUse[];
}

/** Names one result within a calibration. */
export interface ResultKey {
  readonly judge: number;
  readonly sample: string;
  readonly repeat: number;
  readonly variant: Variant;
}

/**
 * Writes the results of one calibration. Committed in groups; a promise resolves when its result is durable. Writing a
 * result that is there already changes nothing. Fails with `STORE_RUN_HELD` once another process took the
 * calibration over, or an item was purged that it asks about, and with `CALIBRATION_UNKNOWN` once it is removed.
 */
export interface CalibrationWriter {
  readonly id: string;
  /** Whether this result was recorded before the calibration was resumed. */
  has(key: ResultKey): boolean;
  record(result: JudgedSample): Promise<void>;
  /** Extends the lease. */
  heartbeat(): Promise<void>;
  /** Waits for everything queued, and releases the calibration. */
  close(state: 'completed' | 'stopped'): Promise<void>;
}

export interface CalibrationStore {
  /**
   * Begins a calibration and owns it, or resumes the one that `findOpen` finds. Keeps its `testSetUses`. Throws
   * `STORE_RUN_HELD` while a living process owns one of equal hash.
   */
  begin(calibration: NewCalibration, isExpired: IsExpired): Promise<CalibrationWriter>;
  /**
   * The calibration that `begin` would resume: the newest of this `spec.hash` that has not ended. Throws
   * `STORE_RUN_HELD` while a living process owns it.
   */
  findOpen(hash: string, isExpired: IsExpired): Promise<CalibrationRecord | undefined>;
  find(id: string): Promise<CalibrationRecord | undefined>;
  /** Newest first. `before`: only those whose id sorts before this one. */
  list(options?: { readonly limit?: number; readonly before?: string }): Promise<readonly CalibrationRecord[]>;
  /** In the order they were given. */
  samples(id: string): AsyncIterable<JudgeSample>;
  /** By judge, by sample in the order they were given, by name of the variant, by repeat. Not held in memory as a whole. */
  results(id: string): AsyncIterable<JudgedSample>;
  /** The judges that were ever tried on any of these samples. Removing a calibration takes no use back. */
  testSetUses(samples: readonly string[]): Promise<readonly TestSetUse[]>;
  /** Removes a calibration and everything only it pointed at. False when there is none. Throws `STORE_RUN_HELD` while a living process owns it. */
  remove(id: string, isExpired: IsExpired): Promise<boolean>;
}
