import { renderNumberOf } from '../../base/number-of.ts';
import type { Evidence } from '../../conversation/certificate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { type MetricName, rateNames } from '../../statistics/metric-table.ts';
import { wilsonEnds } from '../../statistics/rates/wilson.ts';
import { verifiedRates } from '../../statistics/trust/verified-rates.ts';
import { type AnsweredSample, type ComparedSample, listCompared } from '../answered-sample.ts';
import type { CalibratedRow, MetricEstimate } from '../calibration.ts';
import { listTrials } from '../metrics.ts';
import { toGateCounts } from './gate-counts.ts';

/** Random draws that people were asked to score. */
export type Draws = NonNullable<Evidence['draws']>;

/** Below this share of answers, the conversations without a score can no longer be ignored. */
export const leastAnswered = 0.9;

export interface ChosenEvidence {
  readonly evidence: Evidence;
  /** The samples that metrics are computed from, with their weights. */
  readonly compared: readonly ComparedSample[];
  /** Drawn conversations without a score, if there are too many for more than bounds on metrics. Otherwise 0. */
  readonly unanswered: number;
  /** Every label was chosen by a verdict. */
  readonly isByVerdict: boolean;
}

/**
 * Chooses the labels that may speak for the judge. Samples that a verdict chose would flatter it, so they are left out
 * where others exist. Samples that were drawn at random weigh 1/inclusion probability (Hájek), those that a person chose
 * weigh 1: they represent themselves only.
 */
export function chooseEvidence(samples: readonly AnsweredSample[], draws?: Draws): ChosenEvidence {
  const all = listCompared(samples);
  const byVerdict = all.filter(({ row }) => row.selection?.by === 'verdict');
  const others = all.filter(({ row }) => row.selection?.by !== 'verdict').map(withWeight);
  const random = others.filter(({ row }) => row.selection?.by === 'draw').length;
  const isByVerdict = others.length === 0 && byVerdict.length > 0;
  return {
    evidence: {
      random,
      chosen: others.length - random,
      byVerdict: byVerdict.length,
      ...(draws === undefined ? {} : { draws }),
    },
    compared: isByVerdict ? byVerdict : others,
    unanswered: countUnanswered(draws),
    isByVerdict,
  };
}

/** Drawn conversations without a score, if there are too many for more than bounds on metrics. Otherwise 0. */
export function countUnanswered(draws: Draws | undefined): number {
  return draws !== undefined && draws.answered < leastAnswered * draws.drawn ? draws.drawn - draws.answered : 0;
}

/** `46 drawn conversations have no score`. */
export function renderUnanswered(unanswered: number): string {
  return `${renderNumberOf(unanswered, 'drawn conversation')} ${unanswered === 1 ? 'has' : 'have'} no score`;
}

function withWeight(sample: ComparedSample): ComparedSample {
  const weight = toWeight(sample.row);
  return weight === 1 ? sample : { ...sample, weight };
}

/** 1 / the chance that the sample was drawn. A sample that a person chose weighs 1. */
export function toWeight({ selection }: Pick<CalibratedRow, 'selection'>): number {
  return selection?.by === 'draw' ? 1 / selection.inclusionProbability : 1;
}

/**
 * A rate as a bound, where many drawn conversations have no score: its low end as if the judge were wrong on all of
 * them, its high end as if it were right.
 */
export function toBoundedRate(metric: MetricEstimate, { unanswered, share }: Unanswered): MetricEstimate {
  if (unanswered === 0 || metric.value === null) return metric;
  const { hits, size } = toGateCounts(metric);
  const missing = size * share;
  return {
    ...metric,
    effectiveN: size,
    low: wilsonEnds(hits / (size + missing), size + missing).low,
    high: wilsonEnds((hits + missing) / (size + missing), size + missing).high,
    bound: true,
    why: renderUnanswered(unanswered),
  };
}

/** Drawn conversations without a score, and what each weighs relative to a sample of a rate. */
interface Unanswered {
  readonly unanswered: number;
  readonly share: number;
}

/**
 * What drawn conversations without a score weigh relative to the samples of each rate: any of them may belong to its
 * class. Those of a stratum that was rarely drawn weigh more than the others.
 */
export function toUnansweredShares(
  compared: readonly ComparedSample[],
  { pass, draws }: { readonly pass: number; readonly draws?: Draws | undefined },
): Readonly<Partial<Record<MetricName, number>>> {
  const unanswered = countUnanswered(draws);
  if (unanswered === 0) return {};
  const entries = rateNames.map((name) => {
    const trials = listTrials(name, compared, { pass });
    const weight = trials.reduce((sum, trial) => sum + (trial.weight ?? 1), 0);
    const share = draws?.unansweredWeight === undefined ? unanswered / trials.length : draws.unansweredWeight / weight;
    return [name, share] as const;
  });
  return Object.fromEntries(entries.filter(([, share]) => Number.isFinite(share)));
}

/** Conversations that a judge passed and failed. */
export interface JudgedTotals {
  readonly pass: number;
  readonly fail: number;
}

/**
 * TPR and TNR where a verdict chose every sample: corrected by Begg and Greenes for the verdicts of the judge on all
 * conversations that the samples were chosen from. Empty when those are not known.
 */
export function toVerifiedRates(
  compared: readonly ComparedSample[],
  { judged, pass }: { readonly judged?: JudgedTotals; readonly pass: number },
): { readonly tpr?: Estimate; readonly tnr?: Estimate } {
  const count = (isJudgePass: boolean, isHumanPass: boolean) =>
    compared.filter(({ judge, human }) => judge >= pass === isJudgePass && human >= pass === isHumanPass).length;
  const labeled = {
    judgePass_humanPass: count(true, true),
    judgeFail_humanPass: count(false, true),
    judgePass_humanFail: count(true, false),
    judgeFail_humanFail: count(false, false),
  };
  const passed = labeled.judgePass_humanPass + labeled.judgePass_humanFail;
  if (judged === undefined || judged.pass < passed || judged.fail < compared.length - passed) return {};
  const { tpr, tnr } = verifiedRates({ judgedPass: judged.pass, judgedFail: judged.fail, labeled });
  return { tpr: toVerified(tpr), tnr: toVerified(tnr) };
}

const byVerdictNote = 'every sample was picked by its verdict (Begg–Greenes correction)';

function toVerified(rate: Estimate): Estimate {
  return { ...rate, why: (rate.low === null ? rate.why : undefined) ?? byVerdictNote };
}
