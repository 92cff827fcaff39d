import type { RunCounts } from '../conversation/run/run-record.ts';
import { findUnreachableFault } from '../run/breaking.ts';
import { countStatuses } from '../run/count-statuses.ts';
import { checkOptionNames } from './check-option-names.ts';
import { type GradeRunOptions, gradeRunOptionNames } from './grade-request.ts';
import { openGradeSession } from './grade-session.ts';

/** What became of a later grading. */
export interface GradedRun {
  /** Its number, for `turnwise show run:<id> --grading <n>`. */
  readonly grading: number;
  /** `stopped`: the signal or a bound ended it. It counts for nothing until it is gone on with: call it again. */
  readonly state: 'completed' | 'stopped';
  /** Every conversation of the run as this grading sees it. */
  readonly counts: RunCounts;
}

/**
 * Grades the stored replies of a run again, by the files as they are now. No target under test is called; the verdicts
 * stand beside those there are. A mistake in files or options is a `Fault`.
 *
 * @example const { counts } = await gradeRun('last', { graders: ['judge'], judge: 'other-judge' });
 */
export async function gradeRun(run: string, options: GradeRunOptions = {}): Promise<GradedRun> {
  checkOptionNames('gradeRun', options, gradeRunOptionNames);
  const session = await openGradeSession(run, options);
  const stop = () => session.control.drain();
  options.signal?.addEventListener('abort', stop);
  if (options.signal?.aborted === true) stop();
  try {
    const { number: grading, state } = await session.grade({});
    const unreachable = state === 'stopped' ? findUnreachableFault(session.control) : undefined;
    if (unreachable !== undefined) throw unreachable;
    return { grading, state, counts: await countStatuses(session.store.runs, session.run, { grading }) };
  } finally {
    options.signal?.removeEventListener('abort', stop);
    await session.close();
  }
}
