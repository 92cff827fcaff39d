import type { GradingPlan } from '../../run/grading-plan.ts';
import { range, renderCost, toShort } from '../run/plan-line.ts';

export interface PlannedGrading {
  readonly run: string;
  readonly plan: GradingPlan;
  /** The stopped grading that is gone on with, and how much of it is done. */
  readonly goesOnWith?: { readonly number: number; readonly done: number };
}

/** One line before a grading: what will be graded, and what judges may cost. */
export function renderGradePlan({ run, plan, goesOnWith }: PlannedGrading): string {
  const all = `${count(plan.conversations)} ${plan.conversations === 1 ? 'conversation' : 'conversations'}`;
  if (goesOnWith !== undefined) {
    const { number, done } = goesOnWith;
    return `Going on with grading ${number} of run ${run}: ${count(done)} of ${all} ${done === 1 ? 'is' : 'are'} done.`;
  }
  return `Grading ${all} of run ${run}: ${renderJudges(plan)}.`;
}

function renderJudges(plan: GradingPlan): string {
  if (plan.judgeCalls === 0) return 'no judge is asked';
  const calls = `${count(plan.judgeCalls)} judge ${plan.judgeCalls === 1 ? 'call' : 'calls'}`;
  return `${calls}, about ${range(plan.tokens, toShort)} tokens, ${renderCost(plan)}`;
}

function count(value: number): string {
  return value.toLocaleString('en');
}
