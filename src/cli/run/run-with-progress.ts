import { Fault } from '../../base/fault.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { findUnreachableFault } from '../../job/breaker.ts';
import type { RunEnding, RunJob } from '../../jobs/run/job.ts';
import { Crash } from '../crash.ts';
import type { Io } from '../io.ts';
import type { ProgressLine } from './progress-line.ts';
import { withProgress } from './with-progress.ts';

export interface RunTools {
  readonly io: Io;
  /** Shows no progress. */
  readonly isQuiet: boolean;
  /** Printed after a crash: what is saved, and what to type. */
  readonly goOn: string;
  /** Called with every conversation that ended or was skipped. */
  readonly caseEnd?: (conversation: StoredConversation) => void;
}

/** `failure`: what stopped the run, and the user can fix. */
export interface RanJob {
  readonly ending: RunEnding;
  readonly failure?: Fault | undefined;
}

/** Runs the job with a progress line. */
export async function runWithProgress(job: RunJob, { io, isQuiet, goOn, caseEnd }: RunTools): Promise<RanJob> {
  const { before, spec, budget, control, waits } = job;
  const done = before.pass + before.fail + before.error + before.ungraded;
  const play = (progress: ProgressLine) =>
    job.run({
      reply: (_start, reply) => progress.addReply(reply),
      caseEnd: (conversation) => {
        progress.addCase(conversation.end?.status ?? 'skipped');
        caseEnd?.(conversation);
      },
    });
  try {
    const { ending } = await withProgress(
      { total: spec.conversations, done, budget, control, waits, isQuiet, io },
      play,
    );
    return { ending, failure: findUnreachableFault(control) };
  } catch (failure) {
    if (!(failure instanceof Fault)) throw (await isRecorded(job)) ? new Crash(goOn, failure) : failure;
    if (failure.code === 'STORE_RUN_HELD') throw failure;
    return { ending: 'interrupted', failure };
  }
}

/** Whether there is anything to resume. The database itself may have failed. */
async function isRecorded({ store, id }: RunJob): Promise<boolean> {
  const record = await store.runs.find(id).catch(() => undefined);
  return record !== undefined;
}
