import { definedOnly } from '../../base/defined-only.ts';
import type { Fault } from '../../base/fault.ts';
import { needsSecondJudging } from '../../compare/judged-twice.ts';
import type { TargetNoise } from '../../compare/measure-noise.ts';
import type { ConversationStart } from '../../conversation/stored-conversation.ts';
import { findUnreachableFault } from '../../job/breaker.ts';
import type { Spent } from '../../job/budget.ts';
import { noHits } from '../../job/expected-hits.ts';
import { openGradeJob } from '../../wiring/open-jobs.ts';
import { findStorePath } from '../../wiring/open-store.ts';
import { renderGradePlan } from '../grade/render-grade-plan.ts';
import type { Io } from '../io.ts';
import { toStopReason } from '../job/resume.ts';
import { runWithProgress } from '../job/run-with-progress.ts';
import { printWarnings } from '../print-warnings.ts';
import type { NoiseCommand } from './noise-command.ts';

interface JudgeAgainInput {
  readonly command: NoiseCommand;
  readonly io: Io;
  /** The eval file whose project has the run; absent: that around here. */
  readonly file?: string | undefined;
  /** What playing the run took just now. */
  readonly spent?: Spent | undefined;
}

/** Which grading has it. `stopped`: why it is not at its end; `unreachable`: that as an error, where a judge is the reason. */
interface SecondJudgingResult {
  readonly grading: number;
  readonly stopped?: string;
  readonly isInterrupted: boolean;
  readonly unreachable?: Fault;
}

/** Asks the judges of a run a second time about its first repeat; only what they were not asked yet. */
export async function judgeAgain(
  noises: readonly TargetNoise[],
  { command, io, file, spent }: JudgeAgainInput,
): Promise<SecondJudgingResult> {
  const { concurrency, timeoutSeconds, budgetUsd, maxCalls, cache, quiet } = command;
  const run = noises[0]?.run ?? '';
  const limits = { concurrency, timeoutSeconds, budgetUsd, maxCalls, cache };
  const db = findStorePath({ path: command.db, cwd: io.cwd, file });
  const again = {
    isChosen: (start: ConversationStart) => needsSecondJudging(noises, start),
    ...definedOnly({ spent }),
  };
  const job = await openGradeJob(run, { ...limits, db, cwd: io.cwd, env: io.env, again }, { clock: io.clock, file });
  try {
    printWarnings(job.warnings, io);
    const { resumed, plan, control } = job;
    const hits = quiet === true || resumed !== undefined ? noHits : await job.expectHits();
    if (quiet !== true && resumed?.done !== plan.conversations) io.err(`${renderGradePlan(job, hits)}\n`);
    const { number: grading, state } = await runWithProgress(job, {
      ...{ total: plan.conversations, done: resumed?.done ?? 0, io, isQuiet: quiet === true },
    });
    if (state === 'completed') return { grading, isInterrupted: false };
    const unreachable = findUnreachableFault(control);
    return {
      ...{ grading, stopped: toStopReason(control), isInterrupted: control.isDraining },
      ...definedOnly({ unreachable }),
    };
  } finally {
    await job.close();
  }
}
