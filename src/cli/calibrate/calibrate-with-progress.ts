import { Fault } from '../../base/fault.ts';
import type { CalibrateEnd, CalibrateSession } from '../../jobs/calibrate/job.ts';
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
  session: CalibrateSession,
  { io, isQuiet, goOn }: CalibrateTools,
): Promise<CalibrateEnd> {
  const { plan, goesOnWith, budget, control, waits } = session;
  const [total, done] = [plan.judgeCalls, goesOnWith?.done ?? 0];
  try {
    return await withProgress({ total, done, budget, control, waits, isQuiet, io }, (progress) =>
      session.calibrate({
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
