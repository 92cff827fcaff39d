/** The options of `turnwise run`, as the command line gives them. */
export interface RunCommand {
  readonly files: readonly string[];
  readonly target?: readonly string[];
  readonly send?: readonly string[];
  readonly case?: readonly string[];
  readonly tag?: readonly string[];
  readonly limit?: number;
  readonly repeat?: number;
  readonly seed?: number;
  readonly judge?: string;
  readonly concurrency?: number;
  readonly timeout?: number;
  readonly maxTurns?: number;
  readonly maxTokens?: number;
  readonly maxSeconds?: number;
  readonly budgetUsd?: number;
  readonly maxCalls?: number;
  /** false: `--no-cache`. */
  readonly cache?: boolean;
  readonly record?: string;
  readonly resume?: string | true;
  readonly retry?: string;
  readonly force?: boolean;
  readonly store?: string;
  readonly threshold?: number;
  readonly allowUngraded?: number;
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}
