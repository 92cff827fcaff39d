import { type PairCounts, sumMargins } from '../agreement/pair-counts.ts';
import type { Estimate } from '../estimate.ts';
import { type ComputeMetric, type MetricName, toDeclaration, toMetricPoint } from '../metric-table.ts';
import { countPasses, type PassCounts } from '../rates/true-rates.ts';
import { toRelativeWeights } from '../rates/weighted-rate.ts';
import { addGroups, type ClusterGroups, groupClusters, numberClusters } from './cluster-groups.ts';
import { randomGamma } from './random-gamma.ts';
import { type Random, seededRandom } from './seeded-random.ts';
import { pairWithUnseen, type UnseenPairs } from './unseen-pairs.ts';
import { toUnseenDraws, toWidenedEnds, toWidenedTail, type UnseenDraws } from './widened-ends.ts';

/** Pairs of scores, one per place in lists of equal length. */
export interface WeightedPairs {
  readonly human: readonly number[];
  readonly judge: readonly number[];
  /** A number that the pairs of one cluster share: they are not independent. Default: each pair is a cluster. */
  readonly cluster?: ArrayLike<number>;
  /** 1 / the chance that the pair was drawn. Default: 1. Only ratios count. */
  readonly weight?: readonly (number | undefined)[];
}

export interface AgreementIntervalOptions<Name extends MetricName> {
  readonly metrics: readonly Name[];
  /** The scores of the scale, rising; of a scale without steps, its two ends. */
  readonly values: readonly number[];
  /** Default: true, a score is always one of `values`. */
  readonly hasSteps?: boolean;
  /** Scores from here upwards pass. */
  readonly pass: number;
  /** Default: 0.95. */
  readonly level?: number;
  /** Default: 2,000, and more at a higher level. */
  readonly resamples?: number;
  readonly seed?: number;
  /** False for a judge that is known, such as one that always gives the same score. Default: true. */
  readonly canSurprise?: boolean;
}

/** With fewer, an interval would say next to nothing. */
const fewestClusters = 5;
const tooFewClusters = 'not enough labels for an interval: fewer than five conversations';

const usualResamples = 2000;
const mostResamples = 20_000;

/** A draw is a whole population, so terms for small samples, as in α, have to vanish. */
const populationSize = 1e6;

/**
 * Metrics of judge against people with intervals that hold when disagreements, or one of the classes, are rare: κ, π, α,
 * AC1, AC2, Brennan–Prediger, ρ, τ-b and MCC, and distances, by the names of `bootstrapTable`.
 *
 * Bayesian bootstrap by cluster: in each resample every cluster has an exponential weight, so that no class ever vanishes.
 * Data cannot show what they do not contain, so each resample also has one unseen cluster, of mean size and of the largest
 * weight: for the lower end it is a disagreement, for the upper end an agreement, at random on the scale (see
 * `pairWithUnseen`). This does for a table about what Clopper and Pearson do for a rate. Ends are quantiles of the
 * resamples, at tails widened for few clusters: Φ(−√(G/(G − 1)) · t of G − 1 degrees). Where resamples without the unseen
 * cluster are biased, as of α ordinal on fine scales, an end moves out by twice the bias. The value is always inside.
 *
 * Coverage at 95% (exact for pass and fail, n ≥ 20, 5–50% failures, TPR 0.9–0.99, TNR 0.6–0.95): 0.96 to 1.00, and no
 * end misses by itself in more than 2.5%, see `bench/intervals/coverage-agreement.mjs`. On scales of 5 and 7 scores
 * 0.93 to 1.00.
 * Edges: an undefined metric is null with the reason, see each one. Fewer than five clusters: a value without ends, with
 * the reason. Scores that are not on the scale, and weights that are not above 0, are a RangeError.
 * Source: D. B. Rubin, "The Bayesian bootstrap", Annals of Statistics 9 (1981); widened tails: T. C. Hesterberg, "What
 * teachers should know about the bootstrap", The American Statistician 69 (2015), 3.4; a prior for each end: L. D. Brown,
 * T. T. Cai, A. DasGupta, "Interval estimation for a binomial proportion", Statistical Science 16 (2001), 4.1.
 *
 * @example agreementIntervals({ human: [0, 1, 1], judge: [0, 1, 0] }, { metrics: ['kappa'], values: [0, 1], pass: 1 })
 */
export function agreementIntervals<Name extends MetricName>(
  { human, judge, cluster, weight = [] }: WeightedPairs,
  options: AgreementIntervalOptions<Name>,
): Readonly<Record<Name, Estimate>> {
  const { metrics, values, hasSteps = true, pass, level = 0.95, canSurprise = true } = options;
  const n = human.length;
  const { pairs, cellOf, weightOf, unseen } = pairWithUnseen({
    ...{ human, judge, values, hasSteps },
    weights: toRelativeWeights(human.map((_, pair) => weight[pair])),
  });
  const population = new Population(pairs, pass);
  const points = metrics.map((name) => ({ ...toMetricPoint(name, pairs, population.passes), n }));
  const groups = groupClusters({
    ...{ cellOf, cells: pairs.counts.length, weightOf },
    ...numberClusters(cluster ?? human.map((_, pair) => pair), n),
  });
  const isEnough = groups.clusters >= fewestClusters;
  const resamples = isEnough ? (options.resamples ?? toResamples(level)) : 0;
  const tail = isEnough ? toWidenedTail(level, groups.clusters) : 0;
  const draws = metrics.map((name) => ({ name, compute: toDeclaration(name).compute, ...toUnseenDraws(resamples) }));
  const unseenSize = (n / groups.clusters) * (weightOf?.reduce((most, one) => Math.max(most, one), 0) ?? 1);
  const random = seededRandom(options.seed ?? 1);
  resample({ population, groups, draws, unseenSize, ...(canSurprise ? { unseen } : {}) }, random);
  const entries = draws.map((drawn, place) => {
    const point = points[place] ?? { value: null, n };
    if (point.value === null) return [drawn.name, { ...point, low: null, high: null }];
    if (!isEnough) return [drawn.name, { ...point, low: null, high: null, why: tooFewClusters }];
    return [
      drawn.name,
      { ...point, ...toWidenedEnds(point.value, drawn, { tail, kind: toDeclaration(drawn.name).kind }) },
    ];
  });
  // One entry per name.
  return Object.fromEntries(entries) as Record<Name, Estimate>;
}

/** A table whose counts a resample overwrites. */
class Population {
  readonly pairs: PairCounts;
  readonly passes: PassCounts = { truePasses: 0, falsePasses: 0, falseFails: 0, trueFails: 0 };
  readonly #passFrom: number;

  constructor(pairs: PairCounts, pass: number) {
    this.pairs = pairs;
    this.#passFrom = pairs.values.filter((value) => value < pass).length;
    countPasses(pairs, this.#passFrom, this.passes);
  }

  /** Takes these counts, as shares of the population. */
  fill(counts: Float64Array): void {
    let sum = 0;
    for (let cell = 0; cell < counts.length; cell++) sum += counts[cell] ?? 0;
    const scale = populationSize / sum;
    for (let cell = 0; cell < counts.length; cell++) this.pairs.counts[cell] = scale * (counts[cell] ?? 0);
    sumMargins(this.pairs);
    countPasses(this.pairs, this.#passFrom, this.passes);
  }
}

interface Draws extends UnseenDraws {
  readonly compute: ComputeMetric;
}

interface Resampled {
  readonly population: Population;
  readonly groups: ClusterGroups;
  /** They are written. */
  readonly draws: readonly Draws[];
  readonly unseen?: UnseenPairs;
  /** Pairs of an unseen cluster, by their weights. */
  readonly unseenSize: number;
}

function resample({ population, groups, draws, unseen, unseenSize }: Resampled, random: Random): void {
  const weights = new Float64Array(groups.sizes.length);
  const counts = new Float64Array(population.pairs.counts.length);
  const compute = (kind: 'disagreeing' | 'agreeing' | 'plain', place: number, added?: Int32Array) => {
    const cell = added?.[Math.floor(random() * added.length)];
    const before = cell === undefined ? 0 : (counts[cell] ?? 0);
    if (cell !== undefined) counts[cell] = before + unseenSize * randomGamma(1, random);
    population.fill(counts);
    for (const draw of draws) draw[kind][place] = draw.compute(population.pairs, population.passes);
    if (cell !== undefined) counts[cell] = before;
  };
  const resamples = draws[0]?.agreeing.length ?? 0;
  for (let place = 0; place < resamples; place++) {
    for (let group = 0; group < weights.length; group++) weights[group] = randomGamma(groups.sizes[group] ?? 1, random);
    addGroups(groups.byCell, weights, counts);
    compute('disagreeing', place, unseen?.disagreements);
    if (unseen === undefined) continue;
    compute('agreeing', place, unseen.agreements);
    if (place < (draws[0]?.plain.length ?? 0)) compute('plain', place);
  }
  if (unseen !== undefined) return;
  // Without unseen pairs the three are the same.
  for (const { disagreeing, agreeing, plain } of draws) {
    agreeing.set(disagreeing);
    plain.set(disagreeing.subarray(0, plain.length));
  }
}

/** Enough that the tail of a higher level still has draws in it. */
function toResamples(level: number): number {
  return Math.min(mostResamples, Math.max(usualResamples, Math.ceil((usualResamples * 0.05) / (1 - level))));
}
