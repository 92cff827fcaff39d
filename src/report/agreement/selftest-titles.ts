import { agreementKeys } from '../../calibrate/agreement/agreement-keys.ts';
import { metricTitles } from '../../calibrate/metric-titles.ts';
import { agreementWords } from './agreement-words.ts';

/** The metrics of the self-test as people write them; others by their name. */
const titles: ReadonlyMap<string, string> = new Map([
  ...agreementKeys.map((key) => [key, agreementWords[key].title] as const),
  ['kappaStandardError', 'Cohen κ, standard error'],
  ['kappaStandardErrorAtZero', 'Cohen κ, standard error if κ is 0'],
  ['kappaLinearStandardError', 'Linear κ, standard error'],
  ['mcc', metricTitles.mcc],
  ['tpr', metricTitles.tpr],
  ['tnr', metricTitles.tnr],
  ['gwetAc2Linear', 'Gwet AC2, linear'],
  ['gwetAc2Quadratic', 'Gwet AC2, quadratic'],
  ['fleissKappaQuadratic', 'Fleiss κ, quadratic'],
  ['brennanPredigerQuadratic', 'Brennan–Prediger, quadratic'],
  ['observedAgreement', 'Fleiss κ, observed agreement'],
  ['chanceAgreement', 'Fleiss κ, agreement by chance'],
  ['randolphKappa', 'Randolph κ'],
  ...['1', '2', '3'].flatMap((model) => [
    [`icc${model}`, `ICC(${model}, 1)`] as const,
    [`icc${model}k`, `ICC(${model}, k)`] as const,
  ]),
  ['wilsonLow', 'Wilson’s interval, lower end'],
  ['wilsonHigh', 'Wilson’s interval, upper end'],
  ['clusteredStandardError', 'Standard error by cluster'],
  ['correctedRate', 'Corrected pass rate'],
  ['correctedRateLow', 'Corrected pass rate, lower end'],
  ['correctedRateHigh', 'Corrected pass rate, upper end'],
  ['pExact', 'McNemar’s exact p'],
]);

export function toSelftestTitle(metric: string): string {
  return titles.get(metric) ?? metric;
}
