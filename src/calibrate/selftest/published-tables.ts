import type { PublishedValue } from './published-value.ts';

/** Published values for two raters. Rows of a table are the first rater, columns the second. */
export const publishedTables: readonly PublishedValue[] = [
  {
    id: 'cohen-wikipedia-1',
    source: 'Wikipedia, Cohen’s kappa',
    kind: 'table',
    data: [
      [20, 5],
      [10, 15],
    ],
    metrics: { cohenKappa: 0.4 },
    tolerance: 0.0005,
  },
  {
    id: 'cohen-wikipedia-2',
    source: 'Wikipedia, Cohen’s kappa',
    kind: 'table',
    data: [
      [45, 15],
      [25, 15],
    ],
    metrics: { cohenKappa: 0.1304 },
    tolerance: 0.0005,
  },
  {
    id: 'cohen-wikipedia-3',
    source: 'Wikipedia, Cohen’s kappa',
    kind: 'table',
    data: [
      [25, 35],
      [5, 35],
    ],
    metrics: { cohenKappa: 0.2593 },
    tolerance: 0.0005,
  },
  {
    id: 'sas-3x3',
    source: 'SAS printout via statsmodels test_inter_rater.py',
    kind: 'table',
    data: [
      [0, 4, 1],
      [0, 8, 0],
      [0, 1, 5],
    ],
    metrics: {
      cohenKappa: 0.4842,
      kappaStandardError: 0.138,
      kappaStandardErrorAtZero: 0.1484,
      kappaLinear: 0.4701,
      kappaLinearStandardError: 0.1457,
    },
    tolerance: 5e-5,
  },
  {
    id: 'feinstein-cicchetti-balanced',
    source: 'Feinstein & Cicchetti 1990',
    kind: 'table',
    data: [
      [40, 9],
      [6, 45],
    ],
    metrics: { cohenKappa: 0.7, percentAgreement: 0.85 },
    tolerance: 0.005,
  },
  {
    id: 'feinstein-cicchetti-skewed',
    source: 'Feinstein & Cicchetti 1990',
    kind: 'table',
    data: [
      [80, 10],
      [5, 5],
    ],
    metrics: { cohenKappa: 0.32, percentAgreement: 0.85 },
    tolerance: 0.005,
  },
  {
    id: 'artstein-poesio-2x2',
    source: 'Artstein & Poesio via scikit-learn test_classification.py',
    kind: 'table',
    data: [
      [20, 20],
      [10, 50],
    ],
    metrics: { cohenKappa: 0.348 },
    tolerance: 0.0005,
  },
  {
    id: 'artstein-poesio-table4',
    source: 'Artstein & Poesio table 4 via scikit-learn',
    kind: 'table',
    data: [
      [46, 0, 0],
      [6, 32, 6],
      [0, 0, 10],
    ],
    metrics: { cohenKappa: 0.8013 },
    tolerance: 5e-5,
  },
  {
    id: 'cmc-2x2',
    source: 'Made up for this test: two raters, yes or no',
    isOurs: true,
    kind: 'table',
    data: [
      [45, 5],
      [10, 40],
    ],
    metrics: { cohenKappa: 0.7, mcc: 0.7035, tpr: 0.9, tnr: 0.8 },
    tolerance: 0.0005,
  },
];
