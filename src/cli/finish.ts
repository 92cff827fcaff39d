import type { ExitCode } from './io.ts';

/** Does the work of a command, and keeps its exit code for the end. */
export type Finish = (work: () => Promise<ExitCode>) => Promise<void>;
