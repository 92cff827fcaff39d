import type { Clock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { PlayStopped } from '../../base/play-stopped.ts';
import type { CalibrationSpec, JudgedSample } from '../../conversation/judge/calibration.ts';
import { type TargetSource, toTargetKey } from '../../files/targets/read-targets.ts';
import { judgeSample } from '../../grade/judge/judge-sample.ts';
import type { Budget } from '../../job/budget.ts';
import type { JobControl } from '../../job/control.ts';
import type { CalibrationWriter } from '../../store/calibration-port.ts';
import type { Target } from '../../target/port.ts';
import { type CalibrateTask, toResultKey } from './tasks.ts';

/** Called with each record, once it is durable. */
export interface CalibrateObserver {
  /** An answer was recorded. */
  judged?(result: JudgedSample): void;
}

/** What the questions of a calibration share. */
export interface CalibrateContext {
  readonly spec: Pick<CalibrationSpec, 'allowLeak'>;
  readonly writer: Pick<CalibrationWriter, 'record'>;
  readonly openTarget: (source: TargetSource, id: string) => Promise<Target>;
  readonly clock: Clock;
  readonly control: JobControl;
  readonly observer: CalibrateObserver;
}

/** Asks a judge about one sample, and records its answer. */
export async function askQuestion({ question, judge }: CalibrateTask, context: CalibrateContext): Promise<void> {
  const { spec, writer, clock, control, observer } = context;
  const { target, source } = judge;
  const { deck, deckHash, name: grader } = judge.deck;
  if (control.findUnreachable(() => [toTargetKey(source, target.id)]) !== undefined) return;
  const { signal, waiting } = control;
  const { sample, repeat, messages } = question;
  const request = { grader, deck, deckHash, sample, repeat, allowLeak: spec.allowLeak, ...definedOnly({ messages }) };
  const openTarget = () => context.openTarget(source, target.id);
  let result: JudgedSample;
  try {
    result = {
      ...toResultKey(question),
      ...(await judgeSample(request, { target, openTarget, clock, signal, waiting })),
    };
  } catch (error) {
    // An aborted call is not an answer. The judge is asked again when you resume the calibration.
    if (signal.aborted || error instanceof PlayStopped) return;
    throw error;
  }
  await writer.record(result);
  observer.judged?.(result);
}

/** The calls of this process and their cost. */
export interface JudgingCost {
  /** Includes retries. */
  readonly calls: number;
  readonly answers: number;
  /** Answers from the cache. */
  readonly cached: number;
  /** Calls that were refused with HTTP 429. */
  readonly rateLimited: number;
  /** `unknownCalls`: calls whose price is unknown. */
  readonly costUsd: { readonly total: number | null; readonly unknownCalls: number };
}

/** Counts what the budget does not see: answers from the cache, and calls without a price. */
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
