import { brennanPrediger } from '../../statistics/agreement/brennan-prediger.ts';
import { cohenKappa } from '../../statistics/agreement/cohen-kappa.ts';
import type { ContingencyTable } from '../../statistics/agreement/contingency-table.ts';
import { exactAgreement } from '../../statistics/agreement/exact-agreement.ts';
import { fleissKappa } from '../../statistics/agreement/fleiss-kappa.ts';
import { gwetAc } from '../../statistics/agreement/gwet-ac.ts';
import { icc } from '../../statistics/agreement/icc.ts';
import { krippendorffAlpha } from '../../statistics/agreement/krippendorff-alpha.ts';
import { mcc } from '../../statistics/agreement/mcc.ts';
import { percentAgreement } from '../../statistics/agreement/percent-agreement.ts';
import { randolphKappa } from '../../statistics/agreement/randolph-kappa.ts';
import { type RatingCounts, toRatingCounts } from '../../statistics/agreement/rating-counts.ts';
import { mcnemarExact } from '../../statistics/paired/mcnemar.ts';
import { clusteredStandardError } from '../../statistics/rates/clustered-error.ts';
import { correctedRate } from '../../statistics/rates/corrected-rate.ts';
import { roganGladen } from '../../statistics/rates/rogan-gladen.ts';
import { trueNegativeRate, truePositiveRate } from '../../statistics/rates/true-rates.ts';
import { wilsonInterval } from '../../statistics/rates/wilson.ts';
import type { PublishedValue } from './published-value.ts';

/** A metric of ours by the name it was published under; null where ours is undefined. */
type OurMetrics = Readonly<Record<string, () => number | null>>;

/** Our metrics for published data. */
export function listOurMetrics(published: PublishedValue): OurMetrics {
  switch (published.kind) {
    case 'ratings':
      return ofRatings(published.data);
    case 'counts':
      return ofCounts(published.data);
    case 'table':
      return ofTable(published.data);
    case 'scores':
      return ofScores(published.data);
    case 'clusters':
      return ofClusters(published.data);
    default:
      return ofNumbers(published.kind, published.data);
  }
}

function ofRatings(units: readonly (readonly (number | string | null)[])[]): OurMetrics {
  const alphas = {
    alphaNominal: () => krippendorffAlpha(units, 'nominal').value,
    alphaOrdinal: () => krippendorffAlpha(units, 'ordinal').value,
    alphaInterval: () => krippendorffAlpha(units, 'interval').value,
    alphaRatio: () => krippendorffAlpha(units, 'ratio').value,
  };
  const categories = [...new Set(units.flat().filter((score) => score !== null))].sort();
  const counts = toRatingCounts(units, categories);
  const values = categories.filter((category) => typeof category === 'number');
  const [linear, quadratic] = [{ weights: 'linear', values } as const, { weights: 'quadratic', values } as const];
  return {
    ...alphas,
    ...ofCounts(counts),
    gwetAc2Linear: () => gwetAc(counts, linear).value,
    gwetAc2Quadratic: () => gwetAc(counts, quadratic).value,
    fleissKappaQuadratic: () => fleissKappa(counts, quadratic).value,
    brennanPredigerQuadratic: () => brennanPrediger(counts, quadratic).value,
  };
}

function ofCounts(counts: RatingCounts): OurMetrics {
  return {
    percentAgreement: () => percentAgreement(counts).value,
    fleissKappa: () => fleissKappa(counts).value,
    observedAgreement: () => fleissKappa(counts).observed,
    chanceAgreement: () => fleissKappa(counts).expected,
    randolphKappa: () => randolphKappa(counts).value,
    gwetAc1: () => gwetAc(counts).value,
    brennanPrediger: () => brennanPrediger(counts).value,
  };
}

function ofTable(table: ContingencyTable): OurMetrics {
  return {
    percentAgreement: () => exactAgreement(table).value,
    cohenKappa: () => cohenKappa(table).value,
    kappaStandardError: () => cohenKappa(table).standardError,
    kappaStandardErrorAtZero: () => cohenKappa(table).standardErrorAtZero,
    kappaLinear: () => cohenKappa(table, { weights: 'linear' }).value,
    kappaLinearStandardError: () => cohenKappa(table, { weights: 'linear' }).standardError,
    mcc: () => mcc(table).value,
    tpr: () => truePositiveRate(table).value,
    tnr: () => trueNegativeRate(table).value,
  };
}

function ofScores(scores: readonly (readonly number[])[]): OurMetrics {
  const models = [1, 2, 3] as const;
  return Object.fromEntries(
    models.flatMap((model) => [
      [`icc${model}`, () => icc(scores, { model, of: 'one' }).value],
      [`icc${model}k`, () => icc(scores, { model, of: 'mean' }).value],
    ]),
  );
}

function ofClusters([values = [], clusterOf = []]: readonly (readonly number[])[]): OurMetrics {
  const sums = [...new Set(clusterOf)].map((cluster) => {
    const own = values.filter((_, place) => clusterOf[place] === cluster);
    return { sum: own.reduce((sum, value) => sum + value, 0), count: own.length };
  });
  return { clusteredStandardError: () => clusteredStandardError(sums).value };
}

function ofNumbers(
  kind: 'rate' | 'judge' | 'sampled-judge' | 'pairs',
  [first = 0, second = 0, third = 0, n = 0, ofTnr = 0, ofTpr = 0]: readonly number[],
): OurMetrics {
  if (kind === 'pairs') return { pExact: () => mcnemarExact(first, second).p };
  if (kind === 'judge') return { correctedRate: () => roganGladen({ tpr: first, tnr: second, observed: third }).value };
  if (kind === 'rate') {
    const { low, high } = wilsonInterval(first, second);
    return { wilsonLow: () => low, wilsonHigh: () => high };
  }
  const corrected = correctedRate({
    passes: first * n,
    n,
    tnr: { hits: second * ofTnr, n: ofTnr },
    tpr: { hits: third * ofTpr, n: ofTpr },
  });
  return {
    correctedRate: () => corrected.value,
    correctedRateLow: () => corrected.low,
    correctedRateHigh: () => corrected.high,
  };
}
