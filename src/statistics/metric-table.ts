import { brennanPredigerOf } from './agreement/brennan-prediger.ts';
import { kappaOf } from './agreement/cohen-kappa.ts';
import { exactOf } from './agreement/exact-agreement.ts';
import { gwetOf } from './agreement/gwet-ac.ts';
import { kendallOf } from './agreement/kendall-tau-b.ts';
import { alphaOf } from './agreement/krippendorff-of-table.ts';
import { mccOf, toMccEstimate } from './agreement/mcc.ts';
import { meanAbsoluteErrorOf } from './agreement/mean-absolute-error.ts';
import { meanErrorOf } from './agreement/mean-error.ts';
import { type PairCounts, toPointEstimate } from './agreement/pair-counts.ts';
import { rootMeanSquareErrorOf } from './agreement/root-mean-square-error.ts';
import { scottPiOf } from './agreement/scott-pi.ts';
import { spearmanOf } from './agreement/spearman.ts';
import { isWithinOne, withinOneOf } from './agreement/within-one.ts';
import type { PointEstimate } from './estimate.ts';
import { type PassCounts, toTrueNegative, toTruePositive, trueNegativeOf, truePositiveOf } from './rates/true-rates.ts';

/** Where a metric can be: a share from 0 to 1, a coefficient from −1 to 1, or points of the scale. */
export type MetricKind = 'share' | 'coefficient' | 'shift' | 'distance';

/** One sample: the score from people, the score from the judge, and the passing score. */
export interface ScorePair {
  readonly human: number;
  readonly judge: number;
  readonly pass: number;
}

/**
 * How the interval of a metric is found. `wilson`: of the share of hits, see `weightedRateInterval`; a pair without an
 * answer does not count, and `why` is the reason if none does. `bootstrap`: see `agreementIntervals`. `bootstrap-and-t`:
 * as far as the bootstrap and the clustered t interval of the mean error reach, since t knows only errors it saw.
 */
type MetricInterval =
  | { readonly by: 'wilson'; readonly isHit: (pair: ScorePair) => boolean | undefined; readonly why: string }
  | { readonly by: 'bootstrap' }
  | { readonly by: 'bootstrap-and-t'; readonly toError: (pair: ScorePair) => number };

/** NaN where the metric is undefined. */
export type ComputeMetric = (pairs: PairCounts, passes: PassCounts) => number;

/** Everything there is to say about a metric of judge against people. */
interface MetricDeclaration {
  /** As people write it. */
  readonly title: string;
  /** What the title does not say, in two words. */
  readonly note?: string;
  /** What it is, for a reference. */
  readonly definition: string;
  /** What it means, for readers who are new to it. */
  readonly meaning: string;
  readonly kind: MetricKind;
  /** It tells scores apart by the steps of the scale. Without steps it has no value. */
  readonly needsSteps?: true;
  readonly compute: ComputeMetric;
  /** The value of all pairs with the reason if it is undefined. Default: of `compute`, with a reason that the pairs give. */
  readonly toPoint?: (passes: PassCounts) => PointEstimate & { readonly n?: number };
  readonly interval: MetricInterval;
}

const bootstrap: MetricInterval = { by: 'bootstrap' };

/**
 * Every metric of judge against people, by the name that JSON, gates and certificates give it, in the order they are
 * listed. A new metric needs a line here, its statistic, and a line in `gate-names.ts` if decks may set a threshold for it.
 */
export const metricTable = {
  exact: {
    title: 'Exact agreement',
    definition: 'Share of samples with exactly the human score.',
    meaning: 'How often the judge gave the same score as people. Not corrected for chance.',
    kind: 'share',
    compute: exactOf,
    interval: { by: 'wilson', isHit: ({ human, judge }) => human === judge, why: 'no pair of scores' },
  },
  within1: {
    title: 'Agreement within 1',
    definition: 'Share of samples within 1 of the human score.',
    meaning: 'How often the judge was within 1 point of people.',
    kind: 'share',
    compute: withinOneOf,
    interval: { by: 'wilson', isHit: ({ human, judge }) => isWithinOne(judge - human), why: 'no pair of scores' },
  },
  bias: {
    title: 'Bias',
    note: 'judge − people',
    definition: 'Mean of judge − human.',
    meaning: 'Judge minus people, on average. Above 0 the judge is more lenient than people, below 0 stricter.',
    kind: 'shift',
    compute: meanErrorOf,
    interval: { by: 'bootstrap-and-t', toError: ({ human, judge }) => judge - human },
  },
  mae: {
    title: 'Mean absolute error',
    definition: 'Mean absolute error.',
    meaning: 'Average distance between judge and people, in points of the scale. 0 is best.',
    kind: 'distance',
    compute: meanAbsoluteErrorOf,
    interval: { by: 'bootstrap-and-t', toError: ({ human, judge }) => Math.abs(judge - human) },
  },
  rmse: {
    title: 'RMSE',
    definition: 'Root mean square error.',
    meaning: 'Root mean square error: like mean absolute error, but large misses weigh more. 0 is best.',
    kind: 'distance',
    compute: rootMeanSquareErrorOf,
    interval: bootstrap,
  },
  kappa: {
    title: 'Cohen κ',
    definition: 'Cohen κ.',
    meaning: 'Chance-corrected exact agreement. 0: no better than chance. 1: always the same score.',
    kind: 'coefficient',
    needsSteps: true,
    compute: (pairs) => kappaOf(pairs, 'none'),
    interval: bootstrap,
  },
  kappaLinear: {
    title: 'Linear κ',
    definition: 'Cohen κ with linear weights.',
    meaning: 'Chance-corrected agreement. A near miss counts in part, by its distance.',
    kind: 'coefficient',
    needsSteps: true,
    compute: (pairs) => kappaOf(pairs, 'linear'),
    interval: bootstrap,
  },
  kappaQuadratic: {
    title: 'Quadratic κ',
    definition: 'Cohen κ with quadratic weights.',
    meaning:
      'Chance-corrected agreement. Small misses cost little, large ones a lot. 0: no better than chance. 1: always the same score.',
    kind: 'coefficient',
    needsSteps: true,
    compute: (pairs) => kappaOf(pairs, 'quadratic'),
    interval: bootstrap,
  },
  scottPi: {
    title: 'Scott π',
    definition: 'Scott π.',
    meaning: 'Like κ, with chance computed from the pooled marginals of judge and people.',
    kind: 'coefficient',
    needsSteps: true,
    compute: scottPiOf,
    interval: bootstrap,
  },
  alphaNominal: {
    title: 'Nominal α',
    definition: 'Krippendorff α, nominal.',
    meaning: 'Krippendorff, chance-corrected, scores as names: a near miss counts as a full miss.',
    kind: 'coefficient',
    needsSteps: true,
    compute: (pairs) => alphaOf(pairs, 'nominal'),
    interval: bootstrap,
  },
  alphaOrdinal: {
    title: 'Ordinal α',
    definition: 'Krippendorff α, ordinal.',
    meaning: 'Krippendorff, chance-corrected, by distance in rank. 0: chance. 1: always the same.',
    kind: 'coefficient',
    compute: (pairs) => alphaOf(pairs, 'ordinal'),
    interval: bootstrap,
  },
  alphaInterval: {
    title: 'Interval α',
    definition: 'Krippendorff α, interval.',
    meaning: 'Krippendorff, chance-corrected, by squared distance of the scores.',
    kind: 'coefficient',
    compute: (pairs) => alphaOf(pairs, 'interval'),
    interval: bootstrap,
  },
  gwetAc1: {
    title: 'Gwet AC1',
    definition: 'Gwet AC1.',
    meaning: 'Chance-corrected exact agreement. More stable than κ if most samples have the same score.',
    kind: 'coefficient',
    needsSteps: true,
    compute: (pairs) => gwetOf(pairs, 'none'),
    interval: bootstrap,
  },
  gwetAc2: {
    title: 'Gwet AC2',
    definition: 'Gwet AC2 with quadratic weights.',
    meaning:
      'Chance-corrected agreement, near misses count in part. More stable than κ if most samples have the same score.',
    kind: 'coefficient',
    needsSteps: true,
    compute: (pairs) => gwetOf(pairs, 'quadratic'),
    interval: bootstrap,
  },
  brennanPrediger: {
    title: 'Brennan–Prediger',
    definition: 'Brennan–Prediger coefficient.',
    meaning: 'Chance-corrected exact agreement, with every score of the scale equally likely by chance.',
    kind: 'coefficient',
    needsSteps: true,
    compute: (pairs) => brennanPredigerOf(pairs, 'none'),
    interval: bootstrap,
  },
  spearman: {
    title: 'Spearman ρ',
    definition: 'Spearman ρ.',
    meaning: 'Whether the judge ranks conversations as people do, even if it is more lenient or stricter.',
    kind: 'coefficient',
    compute: spearmanOf,
    interval: bootstrap,
  },
  kendallTauB: {
    title: 'Kendall τ-b',
    definition: 'Kendall τ-b.',
    meaning: 'Pairs of conversations ranked as people rank them, minus those ranked the other way.',
    kind: 'coefficient',
    compute: kendallOf,
    interval: bootstrap,
  },
  mcc: {
    title: 'MCC',
    definition: 'Matthews correlation coefficient of pass and fail.',
    meaning: 'Pass and fail in one number. 0: chance, or always the same. 1: always the same as people.',
    kind: 'coefficient',
    compute: (_, passes) => mccOf(passes),
    toPoint: toMccEstimate,
    interval: bootstrap,
  },
  tpr: {
    title: 'TPR',
    note: 'good passed',
    definition: 'True positive rate: share of the samples that people pass and the judge passes too.',
    meaning:
      'True positive rate: of the conversations that people pass, how many the judge passes too. The rest are good replies that it fails.',
    kind: 'share',
    compute: (_, passes) => truePositiveOf(passes),
    toPoint: toTruePositive,
    interval: {
      by: 'wilson',
      isHit: ({ human, judge, pass }) => (human >= pass ? judge >= pass : undefined),
      why: 'no graded sample that people pass',
    },
  },
  tnr: {
    title: 'TNR',
    note: 'bad caught',
    definition: 'True negative rate: share of the samples that people fail and the judge fails too.',
    meaning:
      'True negative rate: of the conversations that people fail, how many the judge fails too. The rest are bad replies that it passes.',
    kind: 'share',
    compute: (_, passes) => trueNegativeOf(passes),
    toPoint: toTrueNegative,
    interval: {
      by: 'wilson',
      isHit: ({ human, judge, pass }) => (human < pass ? judge < pass : undefined),
      why: 'no graded sample that people fail',
    },
  },
} as const satisfies Readonly<Record<string, MetricDeclaration>>;

export type MetricName = keyof typeof metricTable;

/** Metrics that need no categories: they are defined for scores of any kind. */
export type ScoreMetric = {
  [Name in MetricName]: (typeof metricTable)[Name] extends { readonly needsSteps: true } ? never : Name;
}[MetricName];

/** The same table, for names that are not known in advance. */
const declarations: Readonly<Record<MetricName, MetricDeclaration>> = metricTable;

// The table has no keys but the names of metrics.
export const metricNames = Object.keys(metricTable) as readonly MetricName[];

/** Those that are shares of samples. An e-value decides these in a gate, an interval the others. */
export const rateNames: readonly MetricName[] = metricNames.filter(isRate);

export function toDeclaration(name: MetricName): MetricDeclaration {
  return declarations[name];
}

/** Whether a metric is a share of n. */
export function isRate(name: MetricName): boolean {
  return declarations[name].kind === 'share';
}

export function needsSteps(name: MetricName): boolean {
  return declarations[name].needsSteps === true;
}

/** The value of a metric on all pairs, and how many it is computed from. */
export function toMetricPoint(
  name: MetricName,
  pairs: PairCounts,
  passes: PassCounts,
): PointEstimate & { readonly n: number } {
  const { compute, toPoint } = declarations[name];
  if (toPoint === undefined) return { ...toPointEstimate(compute(pairs, passes), pairs), n: pairs.n };
  const { n = pairs.n, ...point } = toPoint(passes);
  return { ...point, n };
}
