import { systemClock } from '../../base/clock.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import type { ExpectedHits } from '../../job/expected-hits.ts';
import type { JobEnd, OpenJob } from '../../job/run-job.ts';
import type { CalibrateObserver } from '../../jobs/calibrate/execute.ts';
import type { GradeObserver } from '../../jobs/grade/execute.ts';
import type { RunObserver } from '../../jobs/run/execute.ts';
import type { Io } from '../io.ts';
import { ProgressLine } from './progress-line.ts';
import { type Resume, toResumable } from './resume.ts';

export interface ProgressOptions {
  /** Conversations or answers in total, and how many were done before. */
  readonly total: number;
  readonly done: number;
  /** true: no progress line. */
  readonly isQuiet: boolean;
  readonly io: Io;
  /** Absent: the caller prints how to resume. */
  readonly resume?: Resume;
  /** Called with every conversation that ended, was skipped or was graded. */
  readonly caseEnd?: (conversation: StoredConversation) => void;
}

/** Prints the plan of a job. --quiet hides it only for a new job, without looking up the cache. */
export async function printPlan(
  job: Pick<OpenJob<never, JobEnd>, 'expectHits'>,
  render: (hits?: ExpectedHits) => string,
  { isResumed, isQuiet, io }: { readonly isResumed: boolean; readonly isQuiet: boolean; readonly io: Io },
): Promise<void> {
  if (isResumed) io.err(`${render()}\n`);
  else if (!isQuiet) io.err(`${render(await job.expectHits())}\n`);
}

type JobObserver = RunObserver & GradeObserver & CalibrateObserver;

/** Runs a job with a progress line. One Ctrl-C finishes the calls in flight, and a second one stops the job at once. */
export async function runWithProgress<End extends JobEnd>(
  job: Pick<OpenJob<JobObserver, End>, 'budget' | 'control' | 'waits' | 'run'>,
  { total, done, isQuiet, io, resume, caseEnd }: ProgressOptions,
): Promise<End> {
  const { budget, control, waits } = job;
  const clock = io.clock ?? systemClock;
  const progress = new ProgressLine(
    { total, done, clock, inFlight: () => budget.inFlight, findWait: () => waits.find() },
    isQuiet ? { ...io, err: () => {} } : io,
  );
  const release = io.onInterrupt?.((times) => {
    if (times > 1) control.abort();
    else {
      progress.note('finishing calls in flight, press Ctrl-C again to stop now');
      control.drain();
    }
  });
  try {
    return await job.run(toObserver(progress, caseEnd));
  } catch (failure) {
    throw resume === undefined ? failure : await toResumable(failure, resume);
  } finally {
    release?.();
    progress.stop();
  }
}

/** Reports the events of all three jobs as progress. */
function toObserver(progress: ProgressLine, caseEnd: ProgressOptions['caseEnd']): JobObserver {
  const endCase = (conversation: StoredConversation) => {
    progress.addCase(conversation.end?.status ?? 'skipped');
    caseEnd?.(conversation);
  };
  return {
    reply: (_start, reply) => progress.addReply(reply),
    caseEnd: endCase,
    graded: (conversation, { judgments }) => {
      for (const { call } of judgments) if (call !== undefined) progress.addReply({ call });
      endCase(conversation);
    },
    judged: ({ verdict, judgment }) => {
      if (judgment?.call !== undefined) progress.addReply({ call: judgment.call });
      progress.addCase(verdict.status === 'graded' ? 'pass' : 'ungraded');
    },
  };
}
