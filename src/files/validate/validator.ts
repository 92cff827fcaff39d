import type { ProblemList } from './problem-list.ts';

export interface ValidateOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Skipped samples are errors. */
  readonly strict?: boolean;
}

/** Checks a file, puts what is wrong on the list, and returns how many cases, samples, items or targets it has. */
export type Validator = (path: string, options: ValidateOptions, problems: ProblemList) => Promise<number>;
