import type { CaseReading } from '../eval/case-reader.ts';
import type { TargetsFile } from '../targets/read-targets.ts';
import type { ProblemList } from './problem-list.ts';

export interface ValidateOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Skipped samples are errors. */
  readonly strict?: boolean;
  /** Ids of the targets that answer, instead of those the file names. */
  readonly targets?: readonly string[] | undefined;
  /** The targets file of an eval, if it was read before. */
  readonly targetsFile?: TargetsFile | undefined;
  /** Called with each case of an eval file as it is read, so that a run is planned in the same pass. */
  readonly visitCase?: (reading: CaseReading) => void;
}

/** Checks a file, adds problems to the list, and returns how many cases, samples, items or targets it has. */
export type Validator = (path: string, options: ValidateOptions, problems: ProblemList) => Promise<number>;
