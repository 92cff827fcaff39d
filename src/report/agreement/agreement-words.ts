import type { AgreementKey } from '../../calibrate/agreement/agreement-keys.ts';
import { metricTitles } from '../../calibrate/metric-titles.ts';

/** Each metric as people call it, and what it says in a few words. */
export const agreementWords: Readonly<Record<AgreementKey, { readonly title: string; readonly meaning: string }>> = {
  percent_agreement: { title: metricTitles.exact, meaning: 'same score, not corrected for chance' },
  cohen_kappa: { title: metricTitles.kappa, meaning: 'chance-corrected (own marginals)' },
  kappa_linear: { title: metricTitles.kappa_linear, meaning: 'chance-corrected, near misses count in part' },
  kappa_quadratic: { title: metricTitles.kappa_quadratic, meaning: 'chance-corrected, near misses count almost fully' },
  scott_pi: { title: metricTitles.scott_pi, meaning: 'chance-corrected (pooled marginals)' },
  fleiss_kappa: { title: 'Fleiss κ', meaning: 'chance-corrected (pooled marginals)' },
  alpha_nominal: { title: metricTitles.alpha_nominal, meaning: 'chance-corrected (pooled marginals), scores as names' },
  alpha_ordinal: { title: metricTitles.alpha_ordinal, meaning: 'chance-corrected, by distance in rank' },
  alpha_interval: { title: metricTitles.alpha_interval, meaning: 'chance-corrected, by distance in points' },
  alpha_ratio: { title: 'Ratio α', meaning: 'chance-corrected, by distance in proportion' },
  gwet_ac1: { title: metricTitles.gwet_ac1, meaning: 'chance-corrected, robust to skewed scores' },
  gwet_ac2_quadratic: { title: metricTitles.gwet_ac2, meaning: 'the same, near misses count' },
  brennan_prediger: { title: metricTitles.brennan_prediger, meaning: 'chance-corrected (uniform)' },
};
