import type { GradeRunOptions } from '../../jobs/grade/options.ts';
import type { ReportOptions } from '../report/add-report-options.ts';

type Same =
  | 'when'
  | 'judge'
  | 'concurrency'
  | 'budgetUsd'
  | 'maxCalls'
  | 'cache'
  | 'record'
  | 'requireCertified'
  | 'exemptRubric'
  | 'db';

/** The options of `turnwise grade`, as the command line gives them. */
export interface GradeCommand extends Pick<GradeRunOptions, Same>, ReportOptions {
  readonly run: string;
  readonly grader?: readonly string[];
  readonly timeout?: number;
  readonly threshold?: number;
  readonly allowUngraded?: number;
  readonly out?: string;
  readonly json?: boolean;
  readonly verbose?: boolean;
  readonly quiet?: boolean;
}
