import { brennanPrediger } from '../../statistics/brennan-prediger.ts';
import { clusteredStandardError } from '../../statistics/clustered-error.ts';
import { cohenKappa } from '../../statistics/cohen-kappa.ts';
import type { ContingencyTable } from '../../statistics/contingency-table.ts';
import { correctedRate } from '../../statistics/corrected-rate.ts';
import { exactAgreement } from '../../statistics/exact-agreement.ts';
import { fleissKappa } from '../../statistics/fleiss-kappa.ts';
import { gwetAc } from '../../statistics/gwet-ac.ts';
import { icc } from '../../statistics/icc.ts';
import { krippendorffAlpha } from '../../statistics/krippendorff-alpha.ts';
import { mcc } from '../../statistics/mcc.ts';
import { mcnemarExact } from '../../statistics/mcnemar.ts';
import { percentAgreement } from '../../statistics/percent-agreement.ts';
import { randolphKappa } from '../../statistics/randolph-kappa.ts';
import { type RatingCounts, toRatingCounts } from '../../statistics/rating-counts.ts';
import { roganGladen } from '../../statistics/rogan-gladen.ts';
import { trueNegativeRate, truePositiveRate } from '../../statistics/true-rates.ts';
import { wilsonInterval } from '../../statistics/wilson.ts';
import type { PublishedValue } from './published-value.ts';

/** A metric of ours by the name it was published under; null where ours is undefined. */
type OurMetrics = Readonly<Record<string, () => number | null>>;

/** What our statistics say of published data. */
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
    alpha_nominal: () => krippendorffAlpha(units, 'nominal').value,
    alpha_ordinal: () => krippendorffAlpha(units, 'ordinal').value,
    alpha_interval: () => krippendorffAlpha(units, 'interval').value,
    alpha_ratio: () => krippendorffAlpha(units, 'ratio').value,
  };
  const categories = [...new Set(units.flat().filter((score) => score !== null))].sort();
  const counts = toRatingCounts(units, categories);
  const values = categories.filter((category) => typeof category === 'number');
  const [linear, quadratic] = [{ weights: 'linear', values } as const, { weights: 'quadratic', values } as const];
  return {
    ...alphas,
    ...ofCounts(counts),
    gwet_ac2_linear: () => gwetAc(counts, linear).value,
    gwet_ac2_quadratic: () => gwetAc(counts, quadratic).value,
    fleiss_kappa_quadratic: () => fleissKappa(counts, quadratic).value,
    brennan_prediger_quadratic: () => brennanPrediger(counts, quadratic).value,
  };
}

function ofCounts(counts: RatingCounts): OurMetrics {
  return {
    percent_agreement: () => percentAgreement(counts).value,
    fleiss_kappa: () => fleissKappa(counts).value,
    mean_P: () => fleissKappa(counts).observed,
    P_e: () => fleissKappa(counts).expected,
    randolph_kappa: () => randolphKappa(counts).value,
    gwet_ac1: () => gwetAc(counts).value,
    brennan_prediger: () => brennanPrediger(counts).value,
  };
}

function ofTable(table: ContingencyTable): OurMetrics {
  return {
    percent_agreement: () => exactAgreement(table).value,
    cohen_kappa: () => cohenKappa(table).value,
    kappa_ase: () => cohenKappa(table).standardError,
    kappa_ase0: () => cohenKappa(table).standardErrorAtZero,
    kappa_linear: () => cohenKappa(table, { weights: 'linear' }).value,
    kappa_linear_ase: () => cohenKappa(table, { weights: 'linear' }).standardError,
    mcc: () => mcc(table).value,
    tpr: () => truePositiveRate(table).value,
    tnr: () => trueNegativeRate(table).value,
  };
}

function ofScores(scores: readonly (readonly number[])[]): OurMetrics {
  const models = [1, 2, 3] as const;
  return Object.fromEntries(
    models.flatMap((model) => [
      [`icc_${model}_1`, () => icc(scores, { model, of: 'one' }).value],
      [`icc_${model}_k`, () => icc(scores, { model, of: 'mean' }).value],
    ]),
  );
}

function ofClusters([values = [], clusterOf = []]: readonly (readonly number[])[]): OurMetrics {
  const sums = [...new Set(clusterOf)].map((cluster) => {
    const own = values.filter((_, place) => clusterOf[place] === cluster);
    return { sum: own.reduce((sum, value) => sum + value, 0), count: own.length };
  });
  return { se_cluster_CR1: () => clusteredStandardError(sums).value };
}

function ofNumbers(
  kind: 'rate' | 'judge' | 'sampled-judge' | 'pairs',
  [first = 0, second = 0, third = 0, n = 0, ofTnr = 0, ofTpr = 0]: readonly number[],
): OurMetrics {
  if (kind === 'pairs') return { p_exact: () => mcnemarExact(first, second).p };
  if (kind === 'judge') return { theta: () => roganGladen({ tpr: first, tnr: second, observed: third }).value };
  if (kind === 'rate') {
    const { low, high } = wilsonInterval(first, second);
    return { wilson_low: () => low, wilson_high: () => high };
  }
  const corrected = correctedRate({
    passes: first * n,
    n,
    tnr: { hits: second * ofTnr, n: ofTnr },
    tpr: { hits: third * ofTpr, n: ofTpr },
  });
  return { theta: () => corrected.value, ci95_low: () => corrected.low, ci95_high: () => corrected.high };
}
