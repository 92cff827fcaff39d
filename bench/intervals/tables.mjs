import { measureBias, measurePaired } from './differences.mjs';
import { measureCorrected, measureJudgeRates } from './judge-rates.mjs';
import { measureAgreement, measureKappa } from './judge-tables.mjs';
import { measurePassAtK, measurePassRate, measureSurvival } from './pass-rate.mjs';
import { measureSwapInterval } from './swap.mjs';
import { measureTransport } from './transport.mjs';
import { measurePpi } from './trust.mjs';

/** What is measured, by name. Each yields cells: a row, its n, what was true, the coverage and the share with an interval. */
export const tables = {
  'pass-rate': { title: 'Pass rate of a run', counts: 'n = verdicts', measure: measurePassRate },
  'judge-rates': { title: 'TPR and TNR', counts: 'n = samples of the class', measure: measureJudgeRates },
  kappa: { title: 'κ, α and bias in calibrate', counts: 'n = samples', measure: measureKappa },
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
};
