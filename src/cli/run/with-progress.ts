import { systemClock } from '../../base/clock.ts';
import type { RunJob } from '../../jobs/run/job.ts';
import type { Io } from '../io.ts';
import { ProgressLine } from './progress-line.ts';

interface Progressing extends Pick<RunJob, 'budget' | 'control' | 'waits'> {
  /** Conversations in all, and those that were done before. */
  readonly total: number;
  readonly done: number;
  /** Shows no progress. */
  readonly isQuiet: boolean;
  readonly io: Io;
}

/** Shows how far the work is while it is done. One Ctrl-C lets the calls in flight end, two stop now. */
export async function withProgress<Result>(
  { total, done, budget, control, waits, isQuiet, io }: Progressing,
  work: (progress: ProgressLine) => Promise<Result>,
): Promise<Result> {
  const progress = new ProgressLine(
    { total, done, clock: io.clock ?? systemClock, inFlight: () => budget.inFlight, findWait: () => waits.find() },
    isQuiet ? { ...io, err: () => {} } : io,
  );
  const release = io.onInterrupt?.((times) => {
    if (times === 1) progress.note('finishing calls in flight, press Ctrl-C again to stop now');
    if (times === 1) control.drain();
    else control.abort();
  });
  try {
    return await work(progress);
  } finally {
    release?.();
    progress.stop();
  }
}
