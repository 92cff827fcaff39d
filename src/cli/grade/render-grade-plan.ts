import { renderNumberOf } from '../../base/number-of.ts';
import { type ExpectedHits, noHits } from '../../job/expected-hits.ts';
import type { GradingPlan } from '../../judges/judging-plan.ts';
import { renderHits, renderLimits } from '../run/plan-line.ts';

interface GradingPlanParts {
  /** Of the run. */
  readonly id: string;
  readonly plan: GradingPlan;
  /** The stopped grading that is resumed, and how much of it is done. */
  readonly resumed?: { readonly number: number; readonly done: number };
}

/** One line before a grading: what will be graded, how much of it the cache answers, and what judges may cost. */
export function renderGradePlan({ id, plan, resumed }: GradingPlanParts, hits: ExpectedHits = noHits): string {
  const all = renderNumberOf(plan.conversations, 'conversation');
  if (resumed !== undefined) {
    const { number, done } = resumed;
    return `Resuming grading ${number} of run ${id}: ${done.toLocaleString('en')} of ${all} ${done === 1 ? 'is' : 'are'} done.`;
  }
  return `Grading ${all} of run ${id}: ${renderJudges(plan, hits)}.`;
}

function renderJudges(plan: GradingPlan, hits: ExpectedHits): string {
  if (plan.judgeCalls === 0) return 'no judge calls';
  const calls = renderNumberOf(plan.judgeCalls, 'judge call');
  return [calls, ...renderHits(hits), renderLimits(plan.tokens.high, plan)].join(', ');
}
