import type { RunCounts } from '../conversation/run/run-record.ts';
import { findUnreachableFault } from '../job/breaker.ts';
import { checkOptions } from '../job/option-list.ts';
import { countStatuses } from '../job/run-line.ts';
import { type GradeRunOptions, gradeOptions } from '../jobs/grade/options.ts';
import { openGradeJob } from './open-jobs.ts';
import { stopOnAbort } from './run-eval.ts';

/** The result of a grading. */
export interface GradedRun {
  /** Its number, for `turnwise show run:<id> --grading <n>`. */
  readonly grading: number;
  /** `stopped`: the signal or a limit stopped it. The earlier verdicts still count. Call it again to resume. */
  readonly state: 'completed' | 'stopped';
  /** Every conversation of the run as this grading sees it. */
  readonly counts: RunCounts;
}

/**
 * Regrades the recorded replies of a run, by the files as they are now. Targets under test are never called, and the
 * earlier verdicts are kept. A mistake in files or options is a `Fault`.
 *
 * @example const { counts } = await gradeRun('last', { graders: ['judge'], judge: 'other-judge' });
 */
export async function gradeRun(run: string, options: GradeRunOptions = {}): Promise<GradedRun> {
  checkOptions('gradeRun', options, gradeOptions);
  const job = await openGradeJob(run, options);
  const release = stopOnAbort(job.control, options.signal);
  try {
    const { number: grading, state } = await job.run({});
    const unreachable = state === 'stopped' ? findUnreachableFault(job.control) : undefined;
    if (unreachable !== undefined) throw unreachable;
    return { grading, state, counts: await countStatuses(job.store.runs, job.id, { grading }) };
  } finally {
    release();
    await job.close();
  }
}
