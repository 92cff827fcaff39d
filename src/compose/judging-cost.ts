import type { JudgedSample } from '../conversation/judge/calibration.ts';
import type { Budget } from '../run/budget.ts';

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
