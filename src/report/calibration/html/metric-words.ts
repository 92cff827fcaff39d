import type { MetricName } from '../../../calibrate/metric-names.ts';

/** Where a metric can lie: a share from 0 to 1, a coefficient from −1 to 1, or points of the scale. */
export type MetricKind = 'share' | 'coefficient' | 'shift' | 'distance';

const kinds: Readonly<Partial<Record<MetricName, MetricKind>>> = {
  exact: 'share',
  within1: 'share',
  tpr: 'share',
  tnr: 'share',
  bias: 'shift',
  mae: 'distance',
  rmse: 'distance',
};

export function toMetricKind(name: MetricName): MetricKind {
  return kinds[name] ?? 'coefficient';
}

/** What a metric is, for somebody who never met it. */
export const metricMeanings: Readonly<Record<MetricName, string>> = {
  exact: 'How often the judge gave exactly the score that people gave. Chance alone gives some of it.',
  within1: 'How often the judge was at most 1 away from people.',
  bias: 'Judge minus people, on average. Above 0 the judge is kinder than people, below 0 it is harsher.',
  mae: 'How far the judge is from people on average, in points of the scale. 0 is best.',
  rmse: 'As the mean distance, but large misses weigh more. 0 is best.',
  kappa: 'Exact agreement beyond what chance would give. 0: no better than chance. 1: always the same score.',
  kappaLinear:
    'Agreement beyond what chance would give; a near miss is partly right, half as wrong when half as far away.',
  kappaQuadratic:
    'Agreement beyond what chance would give; small misses cost little, large ones much. 0: no better than chance. 1: always the same score.',
  scottPi: 'As κ, with chance taken from the scores of judge and people together.',
  alphaNominal:
    'Agreement beyond chance (Krippendorff), with scores as mere names: a near miss is as wrong as a far one.',
  alphaOrdinal:
    'Agreement beyond chance (Krippendorff), by how many scores lie between judge and people. 0: chance. 1: always the same.',
  alphaInterval: 'Agreement beyond chance (Krippendorff), by the squared distance of the scores.',
  gwetAc1: 'Exact agreement beyond chance; steadier than κ where nearly all have the same score.',
  gwetAc2: 'Agreement beyond chance, near misses partly right; steadier than κ where nearly all have the same score.',
  brennanPrediger: 'Exact agreement beyond chance, if chance gave every score of the scale alike.',
  spearman: 'Whether the judge ranks conversations as people do. It may be kinder or harsher throughout.',
  kendallTauB: 'Pairs of conversations ranked as people rank them, less those ranked the other way round.',
  mcc: 'Pass and fail in one number. 0: guessing, or always the same. 1: always as people.',
  tpr: 'True positive rate: of the conversations that people pass, how many the judge passes too. What is missing are good replies it calls bad.',
  tnr: 'True negative rate: of the conversations that people fail, how many the judge fails too. What is missing are bad replies it lets through.',
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
