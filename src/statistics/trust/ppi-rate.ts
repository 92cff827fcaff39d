import { type RateInterval, wilsonEnds } from '../wilson.ts';
import { checkPart, kishSize, type LabeledPart, mean, toLambda, toShares, varianceOfMean } from './ppi-mean.ts';

/** Below this many labels the judge's help is too uncertain to count on. */
export const fewestPpiLabels = 40;

export interface PpiRate extends RateInterval {
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
 * labels and at most all units. For the SE, half a count is added to each of the four combinations of label and verdict:
 * with few labels a good judge often shows no error at all, and without the addition such an interval
 * is far too narrow (coverage down to 0.78 with 40 labels; with it 0.93 or more, see `npm run bench -- coverage`).
 * Weights and clusters reduce both sizes by their design effect.
 * It assumes that the labeled units were drawn at random, and nothing about the judge.
 *
 * Edges: no labels → null, with a reason. Fewer than 40 labels, nothing unlabeled, a judge that always says the same or
 * does not go along with the labels → `labels-only`, with a reason: the rate of the labels, with Wilson's interval. Values
 * other than 0 and 1 are a RangeError, and so is what `ppiMean` refuses.
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
  /** What it would be after so many more labels, if the rest is like what was seen. */
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
  if (bad !== undefined) throw new RangeError(`a number of labels is a whole number ≥ 0, got ${bad}`);
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
  const lambda = findLambda(seen);
  if (typeof lambda === 'string') {
    return { value: labelPass, ...wilsonEnds(labelPass, labelSize), ...alone, why: lambda };
  }
  const point = labelPass + lambda * (seen.judgePassUnlabeled - seen.judgePass);
  const value = Math.min(1, Math.max(0, point));
  const size = (value * (1 - value)) / toVariance(seen, lambda);
  const effectiveN = Math.min(labelSize + seen.unlabeledSize, Math.max(labelSize, size));
  return { value, ...wilsonEnds(value, effectiveN), n, effectiveN, lambda, method: 'ppi' };
}

/** How far to believe the judge, or why not at all. */
function findLambda(seen: Summary): number | string {
  const { labels, unlabeled, labelSize: n, unlabeledSize: rest, labelPass, judgePass } = seen;
  if (labels < fewestPpiLabels) return `fewer than ${fewestPpiLabels} labels`;
  if (unlabeled === 0) return 'nothing is unlabeled';
  const share = (n * judgePass + rest * seen.judgePassUnlabeled) / (n + rest);
  const variance = (share * (1 - share) * (n + rest)) / (n + rest - 1);
  if (!(variance > 1e-12)) return 'the judge always says the same';
  const lambda = toLambda({ covariance: seen.bothPass - labelPass * judgePass, variance, n, unlabeled: rest });
  return lambda > 0 ? lambda : 'the verdicts do not go along with the labels';
}

/** SE², with half a count added to each combination of label and verdict. */
function toVariance(seen: Summary, lambda: number): number {
  const { labelSize, unlabeledSize, bothPass, labelPass, judgePass, judgePassUnlabeled } = seen;
  const add = (share: number): number => (share * labelSize + 0.5) / (labelSize + 2);
  const both = add(bothPass);
  const labelAlone = add(labelPass - bothPass);
  const judgeAlone = add(judgePass - bothPass);
  // Y − λF is 1 − λ, 1, −λ and 0 in the four combinations.
  const center = both * (1 - lambda) + labelAlone - judgeAlone * lambda;
  const squares = both * (1 - lambda) ** 2 + labelAlone + judgeAlone * lambda ** 2;
  const ofJudge = (lambda ** 2 * judgePassUnlabeled * (1 - judgePassUnlabeled)) / unlabeledSize;
  return ofJudge + (squares - center ** 2) / labelSize;
}

function toHalfWidth({ low, high }: PpiRate): number {
  // Only asked of rates with labels, which always have an interval.
  return ((high ?? 1) - (low ?? 0)) / 2;
}
