import type { Generated } from 'kysely';
import type { Variant } from '../../conversation/judge/calibration.ts';
import type { LeaseColumns } from '../leases/leases.ts';

/** Judges compared with people. */
export interface CalibrationTables {
  calibrations: CalibrationTable;
  calibration_samples: CalibrationSampleTable;
  calibration_results: CalibrationResultTable;
  test_set_uses: TestSetUseTable;
}

export interface CalibrationTable extends LeaseColumns {
  /** One that no run has: messages know who uses them by such a number. */
  no: number;
  id: string;
  /** The hash of the spec. */
  hash: string;
  started_at: string;
  /** null: it was stopped, or is under way. */
  ended_at: string | null;
  /** JSON of the CalibrationSpec. */
  spec: string;
  /** Results there are to be. */
  expected: number;
  recorded: Generated<number>;
}

/** A sample that one judge is asked about. What people wrote is JSON, which keeps what a column cannot hold. */
export interface CalibrationSampleTable {
  calibration_no: number;
  /** In the order they were given, over all judges. */
  position: number;
  judge: number;
  /** JSON of the id. */
  sample: string;
  /** JSON of a text. */
  cluster: string;
  /** The text of this message is the JSON of the Sample: judges that are asked about the same share it. */
  message_no: number;
}

/** One verdict of a judge on a sample. */
export interface CalibrationResultTable {
  calibration_no: number;
  judge: number;
  /** The position of the sample. */
  position: number;
  variant: Variant;
  repeat: number;
  /** JSON of the Verdict. */
  verdict: string;
  /** JSON list of `[role, message number]`; null: there is no judgment. */
  request: string | null;
  /** null: it said nothing. */
  reply_no: number | null;
  /** JSON of the CallRecord; null: nothing was called. */
  call: string | null;
}

/** Judges that were tried on test samples. Never deleted: a use cannot be taken back. */
export interface TestSetUseTable {
  /** Hash of the conversation. */
  sample: string;
  /** Hash of deck and target. */
  judge: string;
  at: string;
  /** The place of the judge in its calibration. */
  place: number;
}
