import type { AgreementKey } from '../../calibrate/agreement/agreement-keys.ts';
import { metricTitles } from '../../calibrate/metric-titles.ts';

/** Each metric as people call it, and what it says in a few words. */
export const agreementWords: Readonly<Record<AgreementKey, { readonly title: string; readonly meaning: string }>> = {
  percent_agreement: { title: metricTitles.exact, meaning: 'not corrected for chance' },
  cohen_kappa: { title: metricTitles.kappa, meaning: 'chance-corrected (own marginals)' },
  kappa_linear: { title: metricTitles.kappa_linear, meaning: 'chance-corrected (linear)' },
  kappa_quadratic: { title: metricTitles.kappa_quadratic, meaning: 'chance-corrected (quadratic)' },
  scott_pi: { title: metricTitles.scott_pi, meaning: 'chance-corrected (pooled marginals)' },
  fleiss_kappa: { title: 'Fleiss κ', meaning: 'chance-corrected (pooled marginals)' },
  alpha_nominal: { title: metricTitles.alpha_nominal, meaning: 'chance-corrected, nominal' },
  alpha_ordinal: { title: metricTitles.alpha_ordinal, meaning: 'chance-corrected, by rank' },
  alpha_interval: { title: metricTitles.alpha_interval, meaning: 'chance-corrected, by points' },
  alpha_ratio: { title: 'Ratio α', meaning: 'chance-corrected, by ratio' },
  gwet_ac1: { title: metricTitles.gwet_ac1, meaning: 'robust to skewed scores' },
  gwet_ac2_quadratic: { title: metricTitles.gwet_ac2, meaning: 'robust, near misses count' },
  brennan_prediger: { title: metricTitles.brennan_prediger, meaning: 'chance-corrected (uniform)' },
};
