import type { AgreementKey } from '../../calibrate/agreement/agreement-keys.ts';
import { metricTitles } from '../../calibrate/metric-titles.ts';

/** Each metric as people call it, and what it says in a few words. */
export const agreementWords: Readonly<Record<AgreementKey, { readonly title: string; readonly meaning: string }>> = {
  percent_agreement: { title: metricTitles.exact, meaning: 'the same score; chance included' },
  cohen_kappa: { title: metricTitles.kappa, meaning: 'the same score, beyond own habits' },
  kappa_linear: { title: metricTitles.kappa_linear, meaning: 'near misses count in part' },
  kappa_quadratic: { title: metricTitles.kappa_quadratic, meaning: 'near misses count nearly whole' },
  scott_pi: { title: metricTitles.scott_pi, meaning: 'the same score, beyond shared habits' },
  fleiss_kappa: { title: 'Fleiss κ', meaning: 'the same score, beyond shared habits' },
  alpha_nominal: { title: metricTitles.alpha_nominal, meaning: 'the same score, beyond chance' },
  alpha_ordinal: { title: metricTitles.alpha_ordinal, meaning: 'distance in rank, beyond chance' },
  alpha_interval: { title: metricTitles.alpha_interval, meaning: 'distance in points, beyond chance' },
  alpha_ratio: { title: 'Ratio α', meaning: 'distance in proportion, beyond chance' },
  gwet_ac1: { title: metricTitles.gwet_ac1, meaning: 'the same score, beyond guessing' },
  gwet_ac2_quadratic: { title: metricTitles.gwet_ac2, meaning: 'near misses count, beyond guessing' },
  brennan_prediger: { title: metricTitles.brennan_prediger, meaning: 'the same score, beyond drawing lots' },
};
