import { agreementKeys } from '../../calibrate/agreement/agreement-keys.ts';
import { metricTitles } from '../../calibrate/metric-titles.ts';
import { agreementWords } from './agreement-words.ts';

/** The metrics of the self-test as people write them; others by their name. */
const titles: ReadonlyMap<string, string> = new Map([
  ...agreementKeys.map((key) => [key, agreementWords[key].title] as const),
  ['kappa_ase', 'Cohen κ, standard error'],
  ['kappa_ase0', 'Cohen κ, standard error if κ is 0'],
  ['kappa_linear_ase', 'Linear κ, standard error'],
  ['mcc', metricTitles.mcc],
  ['tpr', metricTitles.tpr],
  ['tnr', metricTitles.tnr],
  ['gwet_ac2_linear', 'Gwet AC2, linear'],
  ['gwet_ac2_quadratic', 'Gwet AC2, quadratic'],
  ['fleiss_kappa_quadratic', 'Fleiss κ, quadratic'],
  ['brennan_prediger_quadratic', 'Brennan–Prediger, quadratic'],
  ['mean_P', 'Fleiss κ, observed agreement'],
  ['P_e', 'Fleiss κ, agreement by chance'],
  ['randolph_kappa', 'Randolph κ'],
  ...['1', '2', '3'].flatMap((model) => [
    [`icc_${model}_1`, `ICC(${model}, 1)`] as const,
    [`icc_${model}_k`, `ICC(${model}, k)`] as const,
  ]),
  ['wilson_low', 'Wilson’s interval, lower end'],
  ['wilson_high', 'Wilson’s interval, upper end'],
  ['se_cluster_CR1', 'Standard error by cluster'],
  ['theta', 'Corrected pass rate'],
  ['ci95_low', 'Corrected pass rate, lower end'],
  ['ci95_high', 'Corrected pass rate, upper end'],
  ['p_exact', 'McNemar’s exact p'],
]);

export function toSelftestTitle(metric: string): string {
  return titles.get(metric) ?? metric;
}
