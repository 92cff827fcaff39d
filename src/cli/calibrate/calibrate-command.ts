import type { CalibrateDecksOptions } from '../../compose/calibrate-request.ts';

type Same = 'swap' | 'samples' | 'rubric' | 'repeat' | 'split' | 'probe' | 'strict' | 'allowLeak' | 'concurrency';
type Kept = 'budgetUsd' | 'maxCalls' | 'cache' | 'record' | 'store';

/** The options of `turnwise calibrate`, as the command line gives them. */
export interface CalibrateCommand extends Pick<CalibrateDecksOptions, Same | Kept> {
  readonly decks: readonly string[];
  readonly model?: readonly string[];
  readonly tag?: readonly string[];
  readonly gate?: boolean;
  /** dataset:NAME, or the name alone. */
  readonly requestLabels?: string;
  readonly selftest?: boolean;
  readonly timeout?: number;
  readonly html?: string;
  readonly json?: boolean;
  /** Prints every figure. */
  readonly all?: boolean;
  readonly quiet?: boolean;
}
