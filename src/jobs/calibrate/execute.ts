import type { Clock } from '../../base/clock.ts';
import { PlayStopped } from '../../base/play-stopped.ts';
import type { CalibrationSpec, JudgedSample } from '../../conversation/judge/calibration.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import { judgeSample } from '../../grade/judge/judge-sample.ts';
import type { Budget } from '../../job/budget.ts';
import type { JobControl } from '../../job/control.ts';
import { type Job, runJobs } from '../../job/scheduler.ts';
import type { CalibrationWriter, ResultKey } from '../../store/calibration-port.ts';
import type { Target } from '../../target/port.ts';
import { type CalibrateQuestion, listQuestions, type SampledJudge } from './tasks.ts';

/** Told of what is recorded, while it is recorded. */
export interface CalibrateObserver {
  /** The answer is durable. */
  judged?(result: JudgedSample): void;
}

/** One deck asked of one target. */
export interface AskedJudge extends SampledJudge {
  /** Path of the deck from the project root; verdicts carry it. */
  readonly name: string;
  readonly deckHash: string;
  readonly target: TargetSpec;
  /** The same for judges that ask the same target, as `toTargetKey` names it. */
  readonly lane: string;
  /** Opened already: cache, limits, retries, budget, recording. */
  readonly openTarget: () => Promise<Target>;
}

/** What every question of a calibration shares. */
export interface CalibrateContext {
  /** In the order of `spec.judges`. */
  readonly judges: readonly AskedJudge[];
  readonly spec: Pick<CalibrationSpec, 'repeat' | 'variants' | 'allowLeak'>;
  readonly writer: Pick<CalibrationWriter, 'has' | 'record'>;
  readonly clock: Clock;
  readonly control: JobControl;
  readonly observer: CalibrateObserver;
}

/** Asks every judge what it has not answered yet, so many at once over all of them. */
export async function calibrateSamples(context: CalibrateContext, concurrency: number): Promise<void> {
  const limits = new Map(context.judges.map(({ lane, target }) => [lane, target.limits?.concurrency]));
  await runJobs(listJobs(context), {
    concurrency,
    limitOf: (lane) => limits.get(lane),
    isStopping: () => context.control.isStopping,
  });
}

async function* listJobs(context: CalibrateContext): AsyncGenerator<Job> {
  const { judges, spec, writer } = context;
  for (const question of listQuestions(judges, spec)) {
    const judge = judges[question.judge];
    if (judge === undefined || writer.has(toKey(question))) continue;
    yield { lane: judge.lane, run: () => askJudge(question, judge, context) };
  }
}

async function askJudge(question: CalibrateQuestion, judge: AskedJudge, context: CalibrateContext): Promise<void> {
  const { spec, writer, clock, control, observer } = context;
  const { deck, deckHash, name: grader, target, openTarget, lane } = judge;
  if (control.findUnreachable(() => [lane]) !== undefined) return;
  const { signal, waiting } = control;
  const { sample, repeat, messages } = question;
  const asked = { grader, deck, deckHash, sample, repeat, allowLeak: spec.allowLeak, ...(messages && { messages }) };
  let result: JudgedSample;
  try {
    result = { ...toKey(question), ...(await judgeSample(asked, { target, openTarget, clock, signal, waiting })) };
  } catch (error) {
    // A call that was cut is no answer: it is asked again when the calibration goes on.
    if (signal.aborted || error instanceof PlayStopped) return;
    throw error;
  }
  await writer.record(result);
  observer.judged?.(result);
}

function toKey({ judge, sample, repeat, variant }: CalibrateQuestion): ResultKey {
  return { judge, sample: sample.id, repeat, variant };
}

/** What judges cost since they were asked; not what was recorded before. */
export interface JudgingCost {
  /** Those that failed and were made again among them. */
  readonly calls: number;
  readonly answers: number;
  /** Answers for which nobody was called. */
  readonly cached: number;
  /** Calls that got 429. */
  readonly rateLimited: number;
  /** `unknownCalls`: calls whose price nobody knows. */
  readonly costUsd: { readonly total: number | null; readonly unknownCalls: number };
}

/** Counts what a budget does not see: answers from the cache, and calls without a price. */
export class JudgingTally {
  #cached = 0;
  #priced = 0;
  #unknown = 0;
  #rateLimited = 0;

  add({ judgment }: Pick<JudgedSample, 'judgment'>): void {
    const call = judgment?.call;
    if (call === undefined) return;
    this.#rateLimited += call.rateLimited ?? 0;
    if (call.cached === true) this.#cached += 1;
    else if (call.costUsd === null) this.#unknown += 1;
    else this.#priced += 1;
  }

  toCost({ calls, spentUsd }: Pick<Budget, 'calls' | 'spentUsd'>): JudgingCost {
    const isUnknown = this.#priced === 0 && this.#unknown > 0;
    const answers = this.#cached + this.#priced + this.#unknown;
    return {
      calls,
      answers,
      cached: this.#cached,
      rateLimited: this.#rateLimited,
      costUsd: { total: isUnknown ? null : spentUsd, unknownCalls: this.#unknown },
    };
  }
}
