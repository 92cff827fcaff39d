import { Fault } from '../../base/fault.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { findUnreachableFault } from '../../job/breaker.ts';
import type { RunEnding, RunSession } from '../../jobs/run/job.ts';
import { Crash } from '../crash.ts';
import type { Io } from '../io.ts';
import type { ProgressLine } from './progress-line.ts';
import { withProgress } from './with-progress.ts';

export interface PlayTools {
  readonly io: Io;
  /** Shows no progress. */
  readonly isQuiet: boolean;
  /** Said when we break down on the way: what is left, and what to type. */
  readonly goOn: string;
  /** Told of every conversation that ended or was skipped. */
  readonly caseEnd?: (conversation: StoredConversation) => void;
}

/** `failure`: what stopped the run on its way, and the user can fix. */
export interface Played {
  readonly ending: RunEnding;
  readonly failure?: Fault | undefined;
}

/** Plays a run with a line of progress. */
export async function playSession(session: RunSession, { io, isQuiet, goOn, caseEnd }: PlayTools): Promise<Played> {
  const { before, spec, budget, control, waits } = session;
  const done = before.pass + before.fail + before.error + before.ungraded;
  const play = (progress: ProgressLine) =>
    session.play({
      reply: (_start, reply) => progress.addReply(reply),
      caseEnd: (conversation) => {
        progress.addCase(conversation.end?.status ?? 'skipped');
        caseEnd?.(conversation);
      },
    });
  try {
    const ending = await withProgress({ total: spec.conversations, done, budget, control, waits, isQuiet, io }, play);
    return { ending, failure: findUnreachableFault(control) };
  } catch (failure) {
    if (!(failure instanceof Fault)) throw (await isRecorded(session)) ? new Crash(goOn, failure) : failure;
    if (failure.code === 'STORE_RUN_HELD') throw failure;
    return { ending: 'interrupted', failure };
  }
}

/** Whether there is anything to go on with; what broke down may be the store. */
async function isRecorded({ store, run }: RunSession): Promise<boolean> {
  const record = await store.runs.find(run).catch(() => undefined);
  return record !== undefined;
}
