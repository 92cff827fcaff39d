import { systemClock } from '../base/clock.ts';
import type { RunEvent } from '../conversation/run/run-event.ts';
import { findUnreachableFault } from '../job/breaker.ts';
import type { JobControl } from '../job/control.ts';
import { followRun } from '../job/follow-run.ts';
import { checkOptions } from '../job/option-list.ts';
import { type RunEvalOptions, runOptions } from '../jobs/run/options.ts';
import { openRunJob } from './open-jobs.ts';

/**
 * Runs eval files and yields what happens, record by record. Everything is checked before the first call: a mistake in
 * files or options is a `Fault`. Leaving the loop early stops the run as one Ctrl-C does: calls in flight finish, and you
 * can resume the rest. A resumed run repeats all its events, from the first. A target that cannot be reached is a `Fault`
 * after the last event: what needs it is skipped, and played when you resume the run.
 *
 * @example
 * for await (const event of runEval({ files: ['refunds.eval.yaml'] })) {
 *   if (event.type === 'case-end') console.log(event.conversation.id, event.status);
 * }
 */
export async function* runEval(options: RunEvalOptions): AsyncGenerator<RunEvent> {
  checkOptions('runEval', options, runOptions);
  const job = await openRunJob(options);
  const release = stopOnAbort(job.control, options.signal);
  let isOver = false;
  const ended = job.run({}).finally(() => {
    isOver = true;
  });
  // The error is thrown below, after the last record.
  ended.catch(() => {});
  try {
    yield* followRun(job.store.runs, job.id, { clock: systemClock, isOver: () => isOver });
    await ended;
    const unreachable = findUnreachableFault(job.control);
    if (unreachable !== undefined) throw unreachable;
  } finally {
    job.control.drain();
    release();
    await ended.catch(() => {});
    await job.close();
  }
}

/** Stops a job as one Ctrl-C does when the signal is aborted, or was. Returns what ends that. */
export function stopOnAbort(control: JobControl, signal: AbortSignal | undefined): () => void {
  const stop = () => control.drain();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  return () => signal?.removeEventListener('abort', stop);
}
