import { renderNumberOf } from '../../base/number-of.ts';
import { type ExpectedHits, noHits } from '../../job/expected-hits.ts';
import type { JudgingCost } from '../../jobs/calibrate/execute.ts';
import type { CalibrateJob } from '../../jobs/calibrate/job.ts';
import { renderSum, renderUsd } from '../../report/amounts.ts';
import { toLine } from '../../report/one-line.ts';
import { renderHits, renderLimits } from '../run/plan-line.ts';

type CalibrationPlanParts = Pick<CalibrateJob, 'spec' | 'plan' | 'resumed'>;

/** One line before a calibration: who is asked about what, how much the cache answers, and what that may cost. */
export function renderCalibratePlan(
  { spec, plan, resumed }: CalibrationPlanParts,
  hits: ExpectedHits = noHits,
): string {
  const all = renderNumberOf(plan.judgeCalls, 'answer');
  if (resumed !== undefined) {
    const { id, done } = resumed;
    return `Resuming calibration ${id}: ${done.toLocaleString('en')} of ${all} ${done === 1 ? 'is' : 'are'} done.`;
  }
  const targets = [...new Set(spec.judges.map(({ target }) => toLine(target.id)))];
  const decks = new Set(spec.judges.map(({ deck }) => deck)).size;
  const of = decks === 1 ? '' : ` of ${decks} decks`;
  const parts = [
    `${renderNumberOf(plan.conversations, 'sample')}${of} (${spec.split}), judged by ${targets.join(', ')}`,
    renderNumberOf(plan.judgeCalls, 'call'),
    ...renderHits(hits),
    renderLimits(plan.tokens.high, plan),
  ];
  return `Plan: ${parts.join(' · ')}`;
}

/** `12 calls, 48 answers from the cache, 3 refused by a rate limit (429), $0.0017.` Nothing when no judge was asked. */
export function renderJudgingCost({ calls, cached, rateLimited, costUsd }: Omit<JudgingCost, 'answers'>): string {
  if (calls === 0 && cached === 0) return '';
  const parts = [
    renderNumberOf(calls, 'call'),
    ...(cached === 0 ? [] : [`${renderNumberOf(cached, 'answer')} from the cache`]),
    ...(rateLimited === 0 ? [] : [`${rateLimited.toLocaleString('en')} refused by a rate limit (429)`]),
    costUsd.total === null ? 'cost unknown' : renderSum(costUsd, renderUsd),
  ];
  return `${parts.join(', ')}.\n`;
}

/** For JSON: null where a price is not known. */
export function toCostUsd({ costUsd: { total, unknownCalls } }: Pick<JudgingCost, 'costUsd'>): number | null {
  return unknownCalls > 0 ? null : total;
}
