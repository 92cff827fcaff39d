import type { RunEvalOptions } from '../../jobs/run/options.ts';
import type { ReportOptions } from '../report/add-report-options.ts';

type Same = 'limit' | 'repeat' | 'seed' | 'judge' | 'concurrency' | 'maxTurns' | 'maxTokens' | 'maxSeconds';
type Kept = 'budgetUsd' | 'maxCalls' | 'cache' | 'record' | 'resume' | 'force' | 'db';
type Demanded = 'requireCertified' | 'exemptRubric';

/** The options of `turnwise run`, as the command line gives them. */
export interface RunCommand extends Pick<RunEvalOptions, Same | Kept | Demanded>, ReportOptions {
  readonly files: readonly string[];
  readonly target?: readonly string[];
  readonly send?: readonly string[];
  readonly case?: readonly string[];
  readonly tag?: readonly string[];
  readonly timeout?: number;
  readonly retryErrors?: boolean;
  readonly threshold?: number;
  readonly allowUngraded?: number;
  readonly baseline?: string;
  readonly out?: string;
  readonly json?: boolean;
  readonly verbose?: boolean;
  readonly quiet?: boolean;
}
