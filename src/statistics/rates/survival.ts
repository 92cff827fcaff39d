import { type Estimate, undefinedEstimate } from '../estimate.ts';
import { wilsonEnds } from './wilson.ts';

/** One step: how many were without a failure before it and still observed, and how many of them failed at it. */
export interface SurvivalStep {
  readonly atRisk: number;
  readonly failed: number;
}

export interface SurvivalOptions {
  /** Share of those at risk that are independent of each other, above 0 and at most 1. Default: all are. */
  readonly independent?: number;
}

/** What one subject did at a step. `not-looked-at`: nothing was to be checked there. `unknown`: a check gave no answer. */
export type StepOutcome = 'pass' | 'fail' | 'not-looked-at' | 'unknown';

/**
 * Counts one subject into the steps, whose counts it changes.
 *
 * It is at risk from the first step on, whether or not that step was looked at: what is not graded cannot fail. So all
 * subjects enter together, and one that is looked at early is not alone at risk there. It leaves with its failure, before
 * a step whose outcome is unknown, and after the last step that was looked at, since nothing is known of what follows.
 * One that was never looked at is not counted.
 *
 * The number at risk therefore never grows from step to step.
 *
 * @example With a first step looked at in one of five (it fails), and a second step in the other four (one fails):
 * at risk 5, 4; failed 1, 1; survival 1 − 1/5 = 0.8, then 0.8 · (1 − 1/4) = 0.6.
 */
export function countAtRisk(
  outcomes: readonly StepOutcome[],
  stepAt: (index: number) => { atRisk: number; failed: number },
): void {
  const last = outcomes.findLastIndex((outcome) => outcome === 'pass' || outcome === 'fail');
  for (const [index, outcome] of outcomes.slice(0, last + 1).entries()) {
    if (outcome === 'unknown') return;
    const step = stepAt(index);
    step.atRisk += 1;
    if (outcome !== 'fail') continue;
    step.failed += 1;
    return;
  }
}

/**
 * Share without a failure up to and with each step, with its 95% CI; one that leaves early says nothing about the
 * steps that follow.
 *
 * Kaplan–Meier: S = Π (1 − failed/atRisk). The interval is Wilson's on the effective sample size S·(1 − S)/variance, with
 * the variance of Greenwood; without leavers that is the number at the start. While nothing failed, and when all did, it
 * is the number at risk. `independent` scales the effective size down where those at risk come in clusters.
 * Edges: none at risk → null from there on, with a reason.
 * Source: E. L. Kaplan, P. Meier, "Nonparametric estimation from incomplete observations", JASA 53 (1958); K. J. Rothman,
 * "Estimation of confidence limits for the cumulative probability of survival in life table analysis", J. Chronic
 * Diseases 31 (1978).
 *
 * @example survivalCurve([{ atRisk: 10, failed: 2 }, { atRisk: 8, failed: 4 }])  // 0.8 of 10, then 0.4 of 8
 */
export function survivalCurve(
  steps: readonly SurvivalStep[],
  { independent = 1 }: SurvivalOptions = {},
): readonly Estimate[] {
  if (!(independent > 0 && independent <= 1))
    throw new RangeError(`independent must be above 0 and at most 1, got ${independent}`);
  let survival = 1;
  /** Σ failed/(atRisk·(atRisk − failed)): Greenwood's variance without its factor S². */
  let greenwood = 0;
  let isOver = false;
  return steps.map(({ atRisk, failed }) => {
    if (!(failed >= 0 && failed <= atRisk && Number.isFinite(atRisk))) {
      throw new RangeError(`a step needs 0 ≤ failed ≤ at risk, got ${failed} of ${atRisk}`);
    }
    isOver ||= atRisk === 0;
    if (isOver) return undefinedEstimate(0, 'nothing is left at risk');
    survival *= 1 - failed / atRisk;
    greenwood += failed / (atRisk * (atRisk - failed));
    const isCertain = survival === 0 || survival === 1;
    const effective = isCertain ? atRisk : (1 - survival) / (survival * greenwood);
    return { value: survival, ...wilsonEnds(survival, effective * independent), n: atRisk };
  });
}
