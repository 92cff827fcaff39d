import { allAlike, noPairs, oneCategory, toChanceCorrected } from '../../statistics/agreement/chance-corrected.ts';
import { kappaOf } from '../../statistics/agreement/cohen-kappa.ts';
import { noRatio, toAlpha } from '../../statistics/agreement/krippendorff-alpha.ts';
import type { PairCounts } from '../../statistics/agreement/pair-counts.ts';
import {
  type RatingLevel,
  sumNominal,
  sumOrdinal,
  sumRatio,
  sumSquares,
} from '../../statistics/agreement/rating-codes.ts';
import { scottPiOf } from '../../statistics/agreement/scott-pi.ts';
import type { Estimate, PointEstimate } from '../../statistics/estimate.ts';
import { metricTable } from '../../statistics/metric-table.ts';
import type { RaterTable } from './rater-tables.ts';
import type { UnitSums } from './unit-sums.ts';

/** All ratings, or a resample of them. */
export interface WeighedRatings {
  readonly sums: UnitSums;
  readonly tables: readonly RaterTable[];
}

/** The description of an inter-rater agreement metric, and how to compute it. */
interface AgreementDeclaration {
  /** As people write it. */
  readonly title: string;
  /** How it differs from the others, in a short phrase. */
  readonly note: string;
  /** What it is, for a reference. */
  readonly definition: string;
  /** What scores must be for it to mean something. Default: names will do. */
  readonly level?: RatingLevel;
  /** It compares two raters. With more, it is the mean over all pairs. It needs the names of raters. */
  readonly byPairs?: true;
  /** It needs to know which scores there could have been. */
  readonly needsSteps?: true;
  readonly compute: (ratings: WeighedRatings) => PointEstimate;
}

/** Every metric of `agreement()`, by the name that JSON gives it, in the order they are shown. */
export const agreementTable = {
  percentAgreement: {
    title: metricTable.exact.title,
    note: 'not corrected for chance',
    definition: 'Share of pairs of ratings that agree.',
    compute: ({ sums }) => toPercentAgreement(sums),
  },
  cohenKappa: {
    title: metricTable.kappa.title,
    note: 'chance-corrected (own marginals)',
    definition: 'Cohen κ, the mean over all pairs of raters.',
    byPairs: true,
    needsSteps: true,
    compute: overPairs('none', (pairs) => kappaOf(pairs, 'none')),
  },
  kappaLinear: {
    title: metricTable.kappaLinear.title,
    note: 'chance-corrected (linear)',
    definition: 'Cohen κ with linear weights.',
    level: 'ordinal',
    byPairs: true,
    needsSteps: true,
    compute: overPairs('linear', (pairs) => kappaOf(pairs, 'linear')),
  },
  kappaQuadratic: {
    title: metricTable.kappaQuadratic.title,
    note: 'chance-corrected (quadratic)',
    definition: 'Cohen κ with quadratic weights.',
    level: 'ordinal',
    byPairs: true,
    needsSteps: true,
    compute: overPairs('quadratic', (pairs) => kappaOf(pairs, 'quadratic')),
  },
  scottPi: {
    title: metricTable.scottPi.title,
    note: 'chance-corrected (pooled marginals)',
    definition: 'Scott π, the mean over all pairs of raters.',
    byPairs: true,
    needsSteps: true,
    compute: overPairs('pi', scottPiOf),
  },
  fleissKappa: {
    title: 'Fleiss κ',
    note: 'chance-corrected (pooled marginals)',
    definition: 'Fleiss κ.',
    needsSteps: true,
    compute: ({ sums }) => toCorrected(sums, sums.concentration),
  },
  alphaNominal: {
    title: metricTable.alphaNominal.title,
    note: 'chance-corrected, nominal',
    definition: 'Krippendorff α, nominal.',
    needsSteps: true,
    compute: ({ sums }) => toLevelAlpha(sums, sums.nominal, sumNominal(sums.totals)),
  },
  alphaOrdinal: {
    title: metricTable.alphaOrdinal.title,
    note: 'chance-corrected, by rank',
    definition: 'Krippendorff α, ordinal.',
    level: 'ordinal',
    compute: ({ sums }) => toLevelAlpha(sums, sums.ordinal, sumOrdinal(sums.totals, sums.midRanks)),
  },
  alphaInterval: {
    title: metricTable.alphaInterval.title,
    note: 'chance-corrected, by points',
    definition: 'Krippendorff α, interval.',
    level: 'interval',
    compute: ({ sums }) => toLevelAlpha(sums, sums.interval, sumInterval(sums)),
  },
  alphaRatio: {
    title: 'Ratio α',
    note: 'chance-corrected, by ratio',
    definition: 'Krippendorff α, ratio.',
    level: 'ratio',
    compute: ({ sums }) => toAlphaRatio(sums),
  },
  gwetAc1: {
    title: metricTable.gwetAc1.title,
    note: 'robust to skewed scores',
    definition: 'Gwet AC1.',
    needsSteps: true,
    compute: ({ sums }) => whereCategories(sums, (q) => toCorrected(sums, (1 - sums.concentration) / (q - 1))),
  },
  gwetAc2Quadratic: {
    title: metricTable.gwetAc2.title,
    note: 'robust, near misses count',
    definition: 'Gwet AC2 with quadratic weights.',
    level: 'ordinal',
    needsSteps: true,
    compute: ({ sums }) => whereCategories(sums, (q) => toGwetAc2(sums, q)),
  },
  brennanPrediger: {
    title: metricTable.brennanPrediger.title,
    note: 'chance-corrected (uniform)',
    definition: 'Brennan–Prediger coefficient.',
    needsSteps: true,
    compute: ({ sums }) => whereCategories(sums, (q) => toCorrected(sums, 1 / q)),
  },
} as const satisfies Readonly<Record<string, AgreementDeclaration>>;

export type AgreementKey = keyof typeof agreementTable;

// The table has no keys but the names of metrics.
export const agreementKeys = Object.keys(agreementTable) as readonly AgreementKey[];

/** The same table, for keys that are not known in advance. */
const declarations: Readonly<Record<AgreementKey, AgreementDeclaration>> = agreementTable;

export function toAgreementDeclaration(key: AgreementKey): AgreementDeclaration {
  return declarations[key];
}

/** Mean over every two raters for whom the metric is defined: `compute` gives NaN where it is not. */
function overPairs(name: string, compute: (pairs: PairCounts) => number): (ratings: WeighedRatings) => PointEstimate {
  return ({ tables }) => {
    let sum = 0;
    let count = 0;
    for (const { pairs, known } of tables) {
      const value = known.get(name) ?? compute(pairs);
      known.set(name, value);
      if (Number.isNaN(value)) continue;
      sum += value;
      count += 1;
    }
    if (count > 0) return { value: sum / count };
    return { value: null, why: tables.some(({ pairs }) => pairs.n > 0) ? allAlike : noPairs };
  };
}

function toPercentAgreement({ units, alike }: UnitSums): PointEstimate {
  return units === 0 ? { value: null, why: noPairs } : { value: alike / units };
}

function toCorrected({ units, alike }: UnitSums, expected: number): PointEstimate {
  return toChanceCorrected({ observed: units === 0 ? null : alike / units, n: units }, expected);
}

function whereCategories({ units, values }: UnitSums, compute: (categories: number) => PointEstimate): PointEstimate {
  if (units === 0) return { value: null, why: noPairs };
  return values.length < 2 ? { value: null, why: oneCategory } : compute(values.length);
}

function toGwetAc2({ units, apart, values, concentration }: UnitSums, q: number): PointEstimate {
  const furthest = ((values.at(-1) ?? 0) - (values[0] ?? 0)) ** 2;
  const once = new Float64Array(q + 1).fill(1, 1);
  const weights = q * q - sumSquares(once, (code) => (values[code - 1] ?? 0) - (values[0] ?? 0)) / furthest;
  const expected = (weights * (1 - concentration)) / (q * (q - 1));
  return toChanceCorrected({ observed: 1 - apart / units / furthest, n: units }, expected);
}

function toLevelAlpha({ units, ratings, totals }: UnitSums, within: number, between: number): PointEstimate {
  if (units > 0 && totals.filter((total) => total > 0).length < 2) return { value: null, why: allAlike };
  return toAlpha({ within, between, ratings, units });
}

function sumInterval({ totals, values }: UnitSums): number {
  return sumSquares(totals, (code) => (values[code - 1] ?? 0) - (values[0] ?? 0));
}

function toAlphaRatio(sums: UnitSums): PointEstimate {
  const lowest = sums.values[0] ?? 0;
  return lowest < 0 ? noRatio(lowest) : toLevelAlpha(sums, sums.ratio, sumRatio(sums.totals, sums.values));
}

/** Two raters on the units that both rated. */
export interface RaterPair<M = Estimate> {
  readonly raters: readonly [string, string];
  /** Units that both rated. */
  readonly n: number;
  readonly percentAgreement: M;
  readonly cohenKappa: M;
}

/** Inter-rater agreement: every metric with its interval, and what it is computed from. */
export interface Agreement<M = Estimate> extends Readonly<Record<AgreementKey, M>> {
  readonly units: number;
  readonly raters: number;
  readonly ratings: number;
  /** Every two raters that share a unit, the worst agreement first. */
  readonly pairs: readonly RaterPair<M>[];
}
