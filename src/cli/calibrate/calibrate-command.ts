import type { CalibrateDecksOptions } from '../../compose/calibrate-request.ts';
import type { StrataName } from '../../conversation/label-request.ts';

type Same = 'swap' | 'samples' | 'rubric' | 'repeat' | 'split' | 'probe' | 'strict' | 'allowLeak' | 'concurrency';
type Kept = 'budgetUsd' | 'maxCalls' | 'cache' | 'record' | 'db';

/** The options of `turnwise calibrate`, as the command line gives them. */
export interface CalibrateCommand extends Pick<CalibrateDecksOptions, Same | Kept> {
  readonly decks: readonly string[];
  readonly judge?: readonly string[];
  readonly tag?: readonly string[];
  readonly gate?: boolean;
  /** dataset:NAME, or the name alone. */
  readonly requestLabels?: string;
  /** How many conversations to draw. Default: what the gate needs. */
  readonly draw?: number;
  readonly strata?: StrataName;
  readonly seed?: number;
  readonly selftest?: boolean;
  readonly timeout?: number;
  readonly html?: string;
  readonly json?: boolean;
  /** Prints every metric. */
  readonly verbose?: boolean;
  readonly quiet?: boolean;
}
