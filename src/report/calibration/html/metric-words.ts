import type { MetricName } from '../../../calibrate/metric-names.ts';

/** What a metric means, for readers who are new to it. */
export const metricMeanings: Readonly<Record<MetricName, string>> = {
  exact: 'How often the judge gave the same score as people. Not corrected for chance.',
  within1: 'How often the judge was within 1 point of people.',
  bias: 'Judge minus people, on average. Above 0 the judge is more lenient than people, below 0 stricter.',
  mae: 'Average distance between judge and people, in points of the scale. 0 is best.',
  rmse: 'Root mean square error: like mean absolute error, but large misses weigh more. 0 is best.',
  kappa: 'Chance-corrected exact agreement. 0: no better than chance. 1: always the same score.',
  kappaLinear: 'Chance-corrected agreement. A near miss counts in part, by its distance.',
  kappaQuadratic:
    'Chance-corrected agreement. Small misses cost little, large ones a lot. 0: no better than chance. 1: always the same score.',
  scottPi: 'Like κ, with chance computed from the pooled marginals of judge and people.',
  alphaNominal: 'Krippendorff, chance-corrected, scores as names: a near miss counts as a full miss.',
  alphaOrdinal: 'Krippendorff, chance-corrected, by distance in rank. 0: chance. 1: always the same.',
  alphaInterval: 'Krippendorff, chance-corrected, by squared distance of the scores.',
  gwetAc1: 'Chance-corrected exact agreement. More stable than κ if most samples have the same score.',
  gwetAc2:
    'Chance-corrected agreement, near misses count in part. More stable than κ if most samples have the same score.',
  brennanPrediger: 'Chance-corrected exact agreement, with every score of the scale equally likely by chance.',
  spearman: 'Whether the judge ranks conversations as people do, even if it is more lenient or stricter.',
  kendallTauB: 'Pairs of conversations ranked as people rank them, minus those ranked the other way.',
  mcc: 'Pass and fail in one number. 0: chance, or always the same. 1: always the same as people.',
  tpr: 'True positive rate: of the conversations that people pass, how many the judge passes too. The rest are good replies that it fails.',
  tnr: 'True negative rate: of the conversations that people fail, how many the judge fails too. The rest are bad replies that it passes.',
};

/** Those to look at first; the others stand in the table of all. */
export const mainMetrics: readonly MetricName[] = [
  'tpr',
  'tnr',
  'kappaQuadratic',
  'alphaOrdinal',
  'gwetAc2',
  'exact',
  'within1',
  'bias',
  'mae',
];
