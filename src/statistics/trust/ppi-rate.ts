import type { Estimate } from '../estimate.ts';
import { kishSize } from '../rates/kish-size.ts';
import { wilsonEnds } from '../rates/wilson.ts';
import { checkPart, type LabeledPart, mean, toLambda, toShares, varianceOfMean } from './ppi-mean.ts';

/** Below this many labels the judge's help is too uncertain to count on. */
export const fewestPpiLabels = 40;

export interface PpiRate extends Estimate {
  /** Independent labels that would make the rate as sure. */
  readonly effectiveN: number;
  /** How far the judge is believed; 0 where the labels are used alone. */
  readonly lambda: number;
  readonly method: 'ppi' | 'labels-only';
}

/**
 * Pass rate that people would give to a whole run, from labels of a random part of it and a judge's verdicts on all of
 * it: PPI++ with an interval for rates. Labels and verdicts are 0 or 1.
 *
 * The point is that of `ppiMean`, within 0 and 1. The 95% CI is Wilson's on the effective n = θ(1−θ)/SE², at least the
 * labels and at most all units. λ and SE come from the table of labels and verdicts with half a count added to each of its
 * four cells, λ = cov(Y, F)/((1 + n/N)·var F). With few labels a good judge often shows no error at all, and without the
 * addition the interval is far too narrow: with 40 labels it covers down to 0.78, with the addition 0.93 or more (see
 * `npm run bench -- coverage`). The variance of F is that of the labeled units, as in a regression: with that of all units
 * λ is small by chance where few labels fail, and the rate comes out a point too high with 40 labels at 0.8.
 * Weights and clusters reduce both sizes by their design effect.
 * It assumes that the labeled units were drawn at random, and nothing about the judge.
 *
 * Edges: no labels → null, with a reason. Fewer than 40 labels, nothing unlabeled, a judge that gives all labeled units
 * the same verdict, or whose verdicts do not vary with the labels → `labels-only`, with a reason: the rate of the labels,
 * with Wilson's interval. Values other than 0 and 1 are a RangeError, and so is what `ppiMean` refuses.
 * Source: A. N. Angelopoulos, J. C. Duchi, T. Zrnic, "PPI++: efficient prediction-powered inference", arXiv 2311.01453
 * (2023); on the effective n: E. L. Korn, B. I. Graubard, Survey Methodology 24 (1998).
 *
 * @example ppiRate({ labels, judgeOnLabeled, judgeOnUnlabeled })
 * // { value: 0.81, low: 0.74, high: 0.87, n: 50, effectiveN: 117, lambda: 0.7, method: 'ppi' }
 */
export function ppiRate(part: LabeledPart): PpiRate {
  return toRate(summarize(part));
}

export interface LabelPlan {
  /** Half the width of the interval now. Null without labels. */
  readonly halfWidth: number | null;
  /** What it would be after `more` more labels, if the rest is like what was seen. */
  readonly withMore: readonly { readonly more: number; readonly halfWidth: number }[];
}

/**
 * What more labels would buy: the half-width of `ppiRate` after `more` further units of the run are labeled, if they
 * turn out as those so far ("40 more: ±8 → ±6").
 *
 * Edges: no labels → null and an empty list, because nothing is known to plan with. Units beyond those that are left
 * cannot be labeled and do not count. A number of labels that is not a whole number ≥ 0 is a RangeError.
 *
 * @example planLabels(part, [40, 80])  // { halfWidth: 0.08, withMore: [{ more: 40, halfWidth: 0.06 }, …] }
 */
export function planLabels(part: LabeledPart, more: readonly number[]): LabelPlan {
  const bad = more.find((count) => !(Number.isInteger(count) && count >= 0));
  if (bad !== undefined) throw new RangeError(`a number of labels must be a whole number ≥ 0, got ${bad}`);
  const seen = summarize(part);
  if (seen.labels === 0) return { halfWidth: null, withMore: [] };
  const withMore = more.map((asked) => {
    const count = Math.min(asked, seen.unlabeled);
    const after = {
      ...seen,
      labels: seen.labels + count,
      labelSize: seen.labelSize * (1 + count / seen.labels),
      unlabeled: seen.unlabeled - count,
      unlabeledSize: seen.unlabeled === 0 ? 0 : seen.unlabeledSize * (1 - count / seen.unlabeled),
    };
    return { more: count, halfWidth: toHalfWidth(toRate(after)) };
  });
  return { halfWidth: toHalfWidth(toRate(seen)), withMore };
}

/** Shares by label and verdict, and how many independent units each side is worth. */
interface Summary {
  readonly labels: number;
  readonly unlabeled: number;
  readonly labelSize: number;
  readonly unlabeledSize: number;
  readonly bothPass: number;
  readonly labelPass: number;
  readonly judgePass: number;
  readonly judgePassUnlabeled: number;
}

function summarize(part: LabeledPart): Summary {
  checkPart(part);
  const { labels, judgeOnLabeled, judgeOnUnlabeled } = part;
  const odd = [...labels, ...judgeOnLabeled, ...judgeOnUnlabeled].find((value) => value !== 0 && value !== 1);
  if (odd !== undefined) throw new RangeError(`ppiRate needs labels and verdicts of 0 or 1, got ${odd}`);
  const labeled = toShares(labels.length, part.weights);
  const rest = toShares(judgeOnUnlabeled.length, part.unlabeledWeights);
  const both = labels.map((label, i) => label * (judgeOnLabeled[i] ?? 0));
  const errors = labels.map((label, i) => label - (judgeOnLabeled[i] ?? 0));
  return {
    labels: labels.length,
    unlabeled: judgeOnUnlabeled.length,
    labelSize: Math.min(toSize(labels, labeled, part.clusters), toSize(errors, labeled, part.clusters)),
    unlabeledSize: toSize(judgeOnUnlabeled, rest, part.unlabeledClusters),
    bothPass: mean(both, labeled),
    // Shares may add up to a little more than 1.
    labelPass: Math.min(1, mean(labels, labeled)),
    judgePass: mean(judgeOnLabeled, labeled),
    judgePassUnlabeled: mean(judgeOnUnlabeled, rest),
  };
}

/** Independent values of equal weight that would give the mean the same variance; at most as many as there are. */
function toSize(values: readonly number[], shares: readonly number[], clusters?: readonly string[]): number {
  if (values.length === 0) return 0;
  const spread = mean(
    values.map((value) => value * value),
    shares,
  );
  const variance = spread - mean(values, shares) ** 2;
  const seen = varianceOfMean(values, shares, clusters);
  // Without any difference the variance is unknown: take each cluster for one value.
  if (variance <= 1e-12 || seen === 0) return kishSize(clusterShares(shares, clusters));
  return Math.min(values.length, variance / seen);
}

function clusterShares(shares: readonly number[], clusters?: readonly string[]): readonly number[] {
  if (clusters === undefined) return shares;
  const sums = new Map<string, number>();
  for (const [i, share] of shares.entries()) {
    const cluster = clusters[i] ?? '';
    sums.set(cluster, (sums.get(cluster) ?? 0) + share);
  }
  return [...sums.values()];
}

function toRate(seen: Summary): PpiRate {
  const { labels: n, labelPass, labelSize } = seen;
  const alone = { effectiveN: labelSize, lambda: 0, method: 'labels-only' as const, n };
  if (n === 0) return { value: null, low: null, high: null, ...alone, why: 'no labels' };
  const why = findGap(seen);
  const table = toTable(seen);
  const lambda = why === undefined ? toLambda({ ...table, n: labelSize, unlabeled: seen.unlabeledSize }) : 0;
  if (lambda === 0) {
    return { value: labelPass, ...wilsonEnds(labelPass, labelSize), ...alone, why: why ?? whyUnrelated };
  }
  const point = labelPass + lambda * (seen.judgePassUnlabeled - seen.judgePass);
  const value = Math.min(1, Math.max(0, point));
  const ofJudge = (lambda ** 2 * seen.judgePassUnlabeled * (1 - seen.judgePassUnlabeled)) / seen.unlabeledSize;
  const size = (value * (1 - value)) / (ofJudge + table.residual(lambda) / labelSize);
  const effectiveN = Math.min(labelSize + seen.unlabeledSize, Math.max(labelSize, size));
  return { value, ...wilsonEnds(value, effectiveN), n, effectiveN, lambda, method: 'ppi' };
}

const whyUnrelated = 'the verdicts do not correlate with the labels';

function findGap({ labels, unlabeled, judgePass }: Summary): string | undefined {
  if (labels < fewestPpiLabels) return `fewer than ${fewestPpiLabels} labels`;
  if (unlabeled === 0) return 'nothing is unlabeled';
  return judgePass <= 1e-12 || judgePass >= 1 - 1e-12 ? 'the judge always gives the same verdict' : undefined;
}

/** Variances of the table of labels Y and verdicts F with half a count in each cell more. */
function toTable({ labelSize, bothPass, labelPass, judgePass }: Summary) {
  const add = (share: number): number => (share * labelSize + 0.5) / (labelSize + 2);
  const both = add(bothPass);
  const ofLabel = both + add(labelPass - bothPass);
  const ofJudge = both + add(judgePass - bothPass);
  const covariance = both - ofLabel * ofJudge;
  const variance = ofJudge * (1 - ofJudge);
  /** Of Y − λF. */
  const residual = (lambda: number): number =>
    ofLabel * (1 - ofLabel) - 2 * lambda * covariance + lambda ** 2 * variance;
  return { covariance, variance, residual };
}

function toHalfWidth({ low, high }: PpiRate): number {
  // Only asked of rates with labels, which always have an interval.
  return ((high ?? 1) - (low ?? 0)) / 2;
}
