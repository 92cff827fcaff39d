import type { RunCommand } from '../run/run-command.ts';

type Chosen = 'target' | 'send' | 'case' | 'tag' | 'limit' | 'repeat' | 'judge';
type How = 'concurrency' | 'timeout' | 'budgetUsd' | 'maxCalls' | 'cache';

/** The options of `turnwise noise`, as the command line gives them. */
export interface NoiseCommand extends Pick<RunCommand, Chosen | How | 'db' | 'json' | 'verbose' | 'quiet'> {
  /** Eval files; or one `run:<id>` that is measured as it is. */
  readonly files: readonly string[];
  /** Judges are asked a second time about the first repeat. */
  readonly judgeAgain?: boolean;
}
