import { measureBias, measurePaired } from './differences.mjs';
import { measureCorrected, measureJudgeRates } from './judge-rates.mjs';
import { measureAgreement, measureKappa } from './judge-tables.mjs';
import { measurePpiClusters, measureVerified, measureWeighted, measureWeightedKappa } from './label-draws.mjs';
import { measurePassAtK, measurePassRate, measureSurvival } from './pass-rate.mjs';
import { measureSwapInterval } from './swap.mjs';
import { measureTransport } from './transport.mjs';
import { measurePpi } from './trust.mjs';

/** What is measured, by name. Each yields cells: a row, its n, what was true, the coverage and the share with an interval. */
export const tables = {
  'pass-rate': { title: 'Pass rate of a run', counts: 'n = verdicts', measure: measurePassRate },
  'judge-rates': { title: 'TPR and TNR', counts: 'n = samples of the class', measure: measureJudgeRates },
  weighted: {
    title: 'TPR and TNR of samples drawn with unequal chances',
    counts: 'n = samples of the class',
    measure: measureWeighted,
  },
  verified: {
    title: 'TPR and TNR where a verdict chose the samples (Begg and Greenes)',
    counts: 'n = samples of the class, on average at least so many',
    measure: measureVerified,
  },
  kappa: { title: 'κ, α and bias in calibrate', counts: 'n = samples', measure: measureKappa },
  'weighted-kappa': {
    title: 'κ and α of samples drawn with unequal chances',
    counts: 'n = samples',
    measure: measureWeightedKappa,
  },
  agreement: { title: 'Inter-rater agreement', counts: 'n = units', measure: measureAgreement },
  corrected: { title: 'Corrected pass rate', counts: 'n = verdicts of the run', measure: measureCorrected },
  transport: {
    title: 'Corrected pass rate, another mix',
    counts: 'n = verdicts of the run',
    measure: measureTransport,
  },
  swap: { title: 'Difference of two judges', counts: 'n = samples of the class', measure: measureSwapInterval },
  paired: { title: 'Difference of two runs', counts: 'n = clusters', measure: measurePaired },
  bias: { title: 'Bias and mean distance', counts: 'n = samples', measure: measureBias },
  survival: { title: 'Error propagation', counts: 'n = conversations', measure: measureSurvival },
  'pass-at-k': { title: 'pass@k and pass^k', counts: 'n = cases', measure: measurePassAtK },
  ppi: { title: 'Pass rate by PPI++', counts: 'n = labels', measure: measurePpi },
  'ppi-clusters': {
    title: 'Pass rate by PPI++, clustered replies of unequal weight',
    counts: 'n = labels',
    measure: measurePpiClusters,
  },
};
