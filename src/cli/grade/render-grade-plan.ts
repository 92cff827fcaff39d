import { renderNumberOf } from '../../base/number-of.ts';
import { type ExpectedHits, noHits } from '../../job/expected-hits.ts';
import type { GradingPlan } from '../../judges/judging-plan.ts';
import { renderHits, renderLimits } from '../run/plan-line.ts';

interface GradingPlanParts {
  /** The id of the run. */
  readonly id: string;
  readonly plan: GradingPlan;
  /** The stopped grading that is resumed, and how many conversations it has graded. */
  readonly resumed?: { readonly number: number; readonly done: number };
}

/** The line before a grading: conversations, judge calls, expected cache hits, and the upper limit of the cost. */
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
