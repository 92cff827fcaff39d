import type { PublishedValue } from './published-value.ts';

/** Published values for rates, and for what judges make of them. */
export const publishedRates: readonly PublishedValue[] = [
  {
    id: 'wilson-81-263',
    source: 'Wilson’s formula, for data of Newcombe 1998, table I',
    isOurs: true,
    kind: 'rate',
    data: [81, 263],
    metrics: { wilsonLow: 0.2553, wilsonHigh: 0.3662 },
    tolerance: 5e-5,
  },
  {
    id: 'wilson-0-20',
    source: 'Wilson’s formula, for data of Newcombe 1998, table I',
    isOurs: true,
    kind: 'rate',
    data: [0, 20],
    metrics: { wilsonLow: 0, wilsonHigh: 0.1611 },
    tolerance: 5e-5,
  },
  {
    id: 'wilson-1-29',
    source: 'Wilson’s formula, for data of Newcombe 1998, table I',
    isOurs: true,
    kind: 'rate',
    data: [1, 29],
    metrics: { wilsonLow: 0.0061, wilsonHigh: 0.1718 },
    tolerance: 5e-5,
  },
  {
    id: 'clustered-se-mod4',
    source: 'UKGovernmentBEIS/inspect_ai tests/scorer/test_metric.py',
    kind: 'clusters',
    data: [
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
      [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3],
    ],
    metrics: { clusteredStandardError: 0.645 },
    tolerance: 0.0005,
  },
  {
    id: 'rogan-gladen-hamel',
    source: 'hamelsmu/evals-skills validate-evaluator',
    kind: 'judge',
    data: [0.92, 0.88, 0.8],
    metrics: { correctedRate: 0.85 },
    tolerance: 0.0005,
  },
  {
    id: 'lee2025-readme',
    source: 'The formula of UW-Madison-Lee-Lab/LLM-judge-reporting, for the data of its README',
    isOurs: true,
    kind: 'sampled-judge',
    data: [0.4, 0.7, 0.9, 1000, 200, 200],
    metrics: { correctedRate: 0.1667, correctedRateLow: 0.0564, correctedRateHigh: 0.2627 },
    tolerance: 0.0005,
  },
  {
    id: 'mcnemar-exact-small',
    source: 'Made up for this test: one win, six losses',
    isOurs: true,
    kind: 'pairs',
    data: [1, 6],
    metrics: { pExact: 0.125 },
    tolerance: 0.0005,
  },
];
