import type { CaseReading } from '../eval/case-reader.ts';
import type { ProblemList } from './problem-list.ts';

export interface ValidateOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Skipped samples are errors. */
  readonly strict?: boolean;
  /** Ids of the targets that answer, instead of those the file names. */
  readonly targets?: readonly string[] | undefined;
  /** Told of each case of an eval file as it is read, so that a run needs no reading of its own to plan. */
  readonly visitCase?: (reading: CaseReading) => void;
}

/** Checks a file, puts what is wrong on the list, and returns how many cases, samples, items or targets it has. */
export type Validator = (path: string, options: ValidateOptions, problems: ProblemList) => Promise<number>;
