import { definedOnly } from '../../base/defined-only.ts';
import type { Fault } from '../../base/fault.ts';
import { toAskedAgain } from '../../compare/judged-twice.ts';
import type { TargetNoise } from '../../compare/measure-run-noise.ts';
import { findUnreachableFault } from '../../job/breaker.ts';
import type { Spent } from '../../job/budget.ts';
import { noHits } from '../../job/expected-hits.ts';
import { openGradeSession } from '../../jobs/grade/job.ts';
import { findStorePath } from '../../wiring/open-store.ts';
import { gradeWithProgress } from '../grade/grade-with-progress.ts';
import { renderGradePlan } from '../grade/render-grade-plan.ts';
import { toGradeRequest } from '../grade/to-grade-request.ts';
import type { Io } from '../io.ts';
import { printWarnings } from '../print-warnings.ts';
import { toStopReason } from '../stop-reason.ts';
import type { NoiseCommand } from './noise-command.ts';

export interface JudgeAgainInput {
  readonly command: NoiseCommand;
  readonly io: Io;
  /** The eval file whose project has the run; absent: that around here. */
  readonly file?: string | undefined;
  /** What playing the run took just now. */
  readonly spent?: Spent | undefined;
}

/** Which grading has it. `stopped`: why it is not at its end; `unreachable`: that as an error, where a judge is the reason. */
export interface JudgedAgain {
  readonly grading: number;
  readonly stopped?: string;
  readonly isInterrupted: boolean;
  readonly unreachable?: Fault;
}

/** Asks the judges of a run a second time about its first repeat; only what they were not asked yet. */
export async function judgeAgain(
  noises: readonly TargetNoise[],
  { command, io, file, spent }: JudgeAgainInput,
): Promise<JudgedAgain> {
  const { concurrency, timeout, budgetUsd, maxCalls, cache, quiet } = command;
  const run = noises[0]?.run ?? '';
  const store = findStorePath({ path: command.db, cwd: io.cwd, file });
  const options = toGradeRequest(
    { run, db: store, ...definedOnly({ concurrency, timeout, budgetUsd, maxCalls, cache }) },
    io,
  );
  const request = { ...options, again: toAskedAgain(noises, spent), ...definedOnly({ file }) };
  const session = await openGradeSession(run, request, io.clock);
  try {
    printWarnings(session.warnings, io);
    const { goesOnWith, plan, control } = session;
    const hits = quiet === true || goesOnWith !== undefined ? noHits : await session.expectHits();
    if (quiet !== true && goesOnWith?.done !== plan.conversations) io.err(`${renderGradePlan(session, hits)}\n`);
    const { number: grading, state } = await gradeWithProgress(session, { io, isQuiet: quiet === true });
    if (state === 'completed') return { grading, isInterrupted: false };
    const unreachable = findUnreachableFault(control);
    return {
      ...{ grading, stopped: toStopReason(control), isInterrupted: control.isDraining },
      ...definedOnly({ unreachable }),
    };
  } finally {
    await session.close();
  }
}
