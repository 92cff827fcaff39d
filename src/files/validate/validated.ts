import type { Problem } from '../../base/fault.ts';

export interface ValidateOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Skipped samples are errors. */
  readonly strict?: boolean;
}

/** What came of one file. `count`: its cases, samples, items or targets. */
export interface Validated {
  readonly count: number;
  readonly problems: readonly Problem[];
}

/** Problems listed of one file. Beyond that the reader has seen enough, and a file of junk must not fill the memory. */
export const problemLimit = 200;
