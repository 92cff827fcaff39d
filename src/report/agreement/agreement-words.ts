import type { AgreementKey } from '../../calibrate/agreement/agreement-keys.ts';
import { figureTitles } from '../../calibrate/figure-titles.ts';

/** Each figure as people call it, and what it says in a few words. */
export const agreementWords: Readonly<Record<AgreementKey, { readonly title: string; readonly meaning: string }>> = {
  percent_agreement: { title: figureTitles.exact, meaning: 'the same score; chance included' },
  cohen_kappa: { title: figureTitles.kappa, meaning: 'the same score, beyond own habits' },
  kappa_linear: { title: figureTitles.kappa_linear, meaning: 'near misses count in part' },
  kappa_quadratic: { title: figureTitles.kappa_quadratic, meaning: 'near misses count nearly whole' },
  scott_pi: { title: figureTitles.scott_pi, meaning: 'the same score, beyond shared habits' },
  fleiss_kappa: { title: 'Fleiss κ', meaning: 'the same score, beyond shared habits' },
  alpha_nominal: { title: figureTitles.alpha_nominal, meaning: 'the same score, beyond chance' },
  alpha_ordinal: { title: figureTitles.alpha_ordinal, meaning: 'distance in rank, beyond chance' },
  alpha_interval: { title: figureTitles.alpha_interval, meaning: 'distance in points, beyond chance' },
  alpha_ratio: { title: 'Ratio α', meaning: 'distance in proportion, beyond chance' },
  gwet_ac1: { title: figureTitles.gwet_ac1, meaning: 'the same score, beyond guessing' },
  gwet_ac2_quadratic: { title: figureTitles.gwet_ac2, meaning: 'near misses count, beyond guessing' },
  brennan_prediger: { title: figureTitles.brennan_prediger, meaning: 'the same score, beyond drawing lots' },
};
