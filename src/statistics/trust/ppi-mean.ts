import type { Estimate } from '../estimate.ts';
import { kishSize } from '../rates/kish-size.ts';
import { z95 } from '../rates/wilson.ts';

/** Labels of people on a random part of what a judge scored, and the judge's scores of that part and of the rest. */
export interface LabeledPart {
  readonly labels: readonly number[];
  /** The judge on the same units, in the same order. */
  readonly judgeOnLabeled: readonly number[];
  readonly judgeOnUnlabeled: readonly number[];
  /** Per label, such as 1/(probability of being drawn). All equal when absent. */
  readonly weights?: readonly number[];
  readonly unlabeledWeights?: readonly number[];
  /** Per label, the conversation it comes from. Each its own when absent. */
  readonly clusters?: readonly string[];
  readonly unlabeledClusters?: readonly string[];
}

/** `n`: labels. */
export interface PpiMean extends Estimate {
  /** How far the judge is believed: 0 is labels alone, 1 is plain prediction-powered inference. */
  readonly lambda: number | null;
  readonly standardError: number | null;
}

/**
 * Prediction-powered mean (PPI++): the mean that people would give to everything, from labels of a random part and a
 * judge's scores of all of it. The judge may be biased: only its correlation with people makes the interval narrower.
 *
 * θ = λ·mean(F unlabeled) + mean(Y − λF) over the labeled, SE² = λ²·var(F unlabeled)/N + var(Y − λF)/n, 95% CI θ ± z·SE. λ is
 * tuned to the smallest variance: cov(Y, F)/((1 + n/N)·var F), within 0 and 1, unless it is given. As in the authors' ppi_py,
 * variances and the covariance divide by the number of values, and var F over all n + N values by n + N − 1.
 * Weights: means are weighted, and n and N in λ are Kish's effective sizes. Clusters: the variance is that of cluster sums.
 * A cluster with both labeled and unlabeled units counts as two.
 *
 * With labels of 0 and 1 use `ppiRate`: this interval can leave 0 to 1, and covers too little with few labels.
 * Edges: no labels → null, with a reason. One label → a value without an interval. A judge that always says the same, or nothing
 * unlabeled → λ = 0, labels alone. λ > 0 given without unlabeled scores → null. Lists of different lengths, numbers that are
 * not finite and weights not above 0 are a RangeError.
 * Source: A. N. Angelopoulos, J. C. Duchi, T. Zrnic, "PPI++: efficient prediction-powered inference", arXiv 2311.01453
 * (2023).
 *
 * @example ppiMean({ labels: [1, 1, 0, 1, 0, 1, 1, 0], judgeOnLabeled: [1, 1, 0, 1, 1, 1, 1, 0],
 *   judgeOnUnlabeled: [1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1] })  // { lambda: 0.556…, value: 0.671…, standardError: 0.135…, … }
 */
export function ppiMean({ lambda, ...part }: LabeledPart & { readonly lambda?: number }): PpiMean {
  checkPart(part);
  if (lambda !== undefined && !Number.isFinite(lambda)) throw new RangeError(`lambda must be a number, got ${lambda}`);
  const { labels, judgeOnLabeled, judgeOnUnlabeled } = part;
  const n = labels.length;
  if (n === 0) return { ...noMean, lambda: null, n, why: 'no labels' };
  const labeled = toShares(n, part.weights);
  const rest = toShares(judgeOnUnlabeled.length, part.unlabeledWeights);
  const power = lambda ?? tuneLambda(part, labeled, rest);
  if (rest.length === 0 && power !== 0) return { ...noMean, lambda: power, n, why: 'nothing is unlabeled' };
  const residuals = labels.map((label, i) => label - power * at(judgeOnLabeled, i));
  const value = mean(residuals, labeled) + (power === 0 ? 0 : power * mean(judgeOnUnlabeled, rest));
  if (n === 1) return { ...noMean, lambda: power, value, n, why: 'one label cannot show the spread' };
  const ofJudge = power === 0 ? 0 : power ** 2 * varianceOfMean(judgeOnUnlabeled, rest, part.unlabeledClusters);
  const standardError = Math.sqrt(ofJudge + varianceOfMean(residuals, labeled, part.clusters));
  const half = z95 * standardError;
  return { lambda: power, value, standardError, low: value - half, high: value + half, n };
}

const noMean = { value: null, standardError: null, low: null, high: null };

function tuneLambda(part: LabeledPart, labeled: readonly number[], rest: readonly number[]): number {
  const { labels, judgeOnLabeled, judgeOnUnlabeled } = part;
  if (rest.length === 0) return 0;
  const n = kishSize(labeled);
  const unlabeled = kishSize(rest);
  const ofLabels = mean(labels, labeled);
  const ofJudge = mean(judgeOnLabeled, labeled);
  const covariance = sum(labels.map((y, i) => at(labeled, i) * (y - ofLabels) * (at(judgeOnLabeled, i) - ofJudge)));
  const center = (n * ofJudge + unlabeled * mean(judgeOnUnlabeled, rest)) / (n + unlabeled);
  const squares = (values: readonly number[], shares: readonly number[]): number =>
    sum(values.map((value, i) => at(shares, i) * (value - center) ** 2));
  const total = n * squares(judgeOnLabeled, labeled) + unlabeled * squares(judgeOnUnlabeled, rest);
  // What rounding leaves of equal scores is not a spread.
  const isConstant = total <= 1e-24 * (n + unlabeled) * center ** 2;
  return isConstant ? 0 : toLambda({ covariance, variance: total / (n + unlabeled - 1), n, unlabeled });
}

/** The λ of smallest variance, within 0 and 1: cov(Y, F)/((1 + n/N)·var F). */
export function toLambda(spread: {
  readonly covariance: number;
  readonly variance: number;
  readonly n: number;
  readonly unlabeled: number;
}): number {
  const { covariance, variance, n, unlabeled } = spread;
  return Math.min(1, Math.max(0, covariance / ((1 + n / unlabeled) * variance)));
}

/** Variance of a weighted mean: the squares of what each cluster adds to it. `shares` add up to 1. */
export function varianceOfMean(
  values: readonly number[],
  shares: readonly number[],
  clusters?: readonly string[],
): number {
  const center = mean(values, shares);
  const parts = values.map((value, i) => at(shares, i) * (value - center));
  if (clusters === undefined) return sum(parts.map((part) => part * part));
  const sums = new Map<string, number>();
  for (const [i, part] of parts.entries()) {
    const cluster = clusters[i] ?? '';
    sums.set(cluster, (sums.get(cluster) ?? 0) + part);
  }
  return sum([...sums.values()].map((part) => part * part));
}

/** Weights as shares of their sum. */
export function toShares(length: number, weights: readonly number[] | undefined): readonly number[] {
  if (weights === undefined) return Array.from({ length }, () => 1 / length);
  const total = sum(weights);
  return weights.map((weight) => weight / total);
}

export function mean(values: readonly number[], shares: readonly number[]): number {
  return sum(values.map((value, i) => value * at(shares, i)));
}

export function checkPart(part: LabeledPart): void {
  const { labels, judgeOnLabeled, judgeOnUnlabeled } = part;
  const pairs = [
    ['judgeOnLabeled', judgeOnLabeled.length, labels.length],
    ['weights', part.weights?.length ?? labels.length, labels.length],
    ['clusters', part.clusters?.length ?? labels.length, labels.length],
    ['unlabeledWeights', part.unlabeledWeights?.length ?? judgeOnUnlabeled.length, judgeOnUnlabeled.length],
    ['unlabeledClusters', part.unlabeledClusters?.length ?? judgeOnUnlabeled.length, judgeOnUnlabeled.length],
  ] as const;
  for (const [name, got, needed] of pairs) {
    if (got !== needed) throw new RangeError(`${name} has ${got} entries for ${needed}`);
  }
  const bad = [...labels, ...judgeOnLabeled, ...judgeOnUnlabeled].find((value) => !Number.isFinite(value));
  if (bad !== undefined) throw new RangeError(`labels and judge scores must be finite numbers, got ${bad}`);
  const weights = [...(part.weights ?? []), ...(part.unlabeledWeights ?? [])];
  const badWeight = weights.find((weight) => !(weight > 0 && Number.isFinite(weight)));
  if (badWeight !== undefined) throw new RangeError(`a weight must be above 0, got ${badWeight}`);
}

/** Only for indexes of a list of the same length, which `checkPart` has made sure of. */
function at(list: readonly number[], index: number): number {
  return list[index] ?? Number.NaN;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
