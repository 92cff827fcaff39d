import { renderNumberOf } from '../../base/number-of.ts';
import { renderShortCount } from '../../report/figures.ts';
import type { GradingPlan } from '../../run/grading-plan.ts';
import { range, renderCost } from '../run/plan-line.ts';

export interface PlannedGrading {
  readonly run: string;
  readonly plan: GradingPlan;
  /** The stopped grading that is gone on with, and how much of it is done. */
  readonly goesOnWith?: { readonly number: number; readonly done: number };
}

/** One line before a grading: what will be graded, and what judges may cost. */
export function renderGradePlan({ run, plan, goesOnWith }: PlannedGrading): string {
  const all = renderNumberOf(plan.conversations, 'conversation');
  if (goesOnWith !== undefined) {
    const { number, done } = goesOnWith;
    return `Going on with grading ${number} of run ${run}: ${done.toLocaleString('en')} of ${all} ${done === 1 ? 'is' : 'are'} done.`;
  }
  return `Grading ${all} of run ${run}: ${renderJudges(plan)}.`;
}

function renderJudges(plan: GradingPlan): string {
  if (plan.judgeCalls === 0) return 'no judge is asked';
  const calls = renderNumberOf(plan.judgeCalls, 'judge call');
  return `${calls}, about ${range(plan.tokens, renderShortCount)} tokens, ${renderCost(plan)}`;
}
