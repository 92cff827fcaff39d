import { Fault } from '../../base/fault.ts';
import type { CalibrateEnd, CalibrateJob } from '../../jobs/calibrate/job.ts';
import { Crash } from '../crash.ts';
import type { Io } from '../io.ts';
import { withProgress } from '../run/with-progress.ts';
import { withResume } from '../with-hint.ts';

export interface CalibrateTools {
  readonly io: Io;
  /** Shows no progress. */
  readonly isQuiet: boolean;
  /** What goes on with it. */
  readonly goOn: string;
}

/** Asks the judges with a line of progress: answers, those without a score, and what they cost. */
export async function calibrateWithProgress(
  job: CalibrateJob,
  { io, isQuiet, goOn }: CalibrateTools,
): Promise<CalibrateEnd> {
  const { plan, resumed, budget, control, waits } = job;
  const [total, done] = [plan.judgeCalls, resumed?.done ?? 0];
  try {
    return await withProgress({ total, done, budget, control, waits, isQuiet, io }, (progress) =>
      job.run({
        judged: ({ verdict, judgment }) => {
          if (judgment?.call !== undefined) progress.addReply({ call: judgment.call });
          progress.addCase(verdict.status === 'graded' ? 'pass' : 'ungraded');
        },
      }),
    );
  } catch (failure) {
    if (!(failure instanceof Fault)) throw new Crash(`Answers so far are saved. Resume with:\n  ${goOn}`, failure);
    if (failure.code === 'STORE_RUN_HELD') throw failure;
    throw withResume(failure, 'answered', goOn);
  }
}
