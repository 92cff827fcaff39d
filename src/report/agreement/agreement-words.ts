import type { AgreementKey } from '../../calibrate/agreement/agreement-keys.ts';
import { metricTitles } from '../../calibrate/metric-titles.ts';

/** Each metric as people call it, and what it says in a few words. */
export const agreementWords: Readonly<Record<AgreementKey, { readonly title: string; readonly meaning: string }>> = {
  percentAgreement: { title: metricTitles.exact, meaning: 'the same score; chance included' },
  cohenKappa: { title: metricTitles.kappa, meaning: 'the same score, beyond own habits' },
  kappaLinear: { title: metricTitles.kappaLinear, meaning: 'near misses count in part' },
  kappaQuadratic: { title: metricTitles.kappaQuadratic, meaning: 'near misses count nearly whole' },
  scottPi: { title: metricTitles.scottPi, meaning: 'the same score, beyond shared habits' },
  fleissKappa: { title: 'Fleiss κ', meaning: 'the same score, beyond shared habits' },
  alphaNominal: { title: metricTitles.alphaNominal, meaning: 'the same score, beyond chance' },
  alphaOrdinal: { title: metricTitles.alphaOrdinal, meaning: 'distance in rank, beyond chance' },
  alphaInterval: { title: metricTitles.alphaInterval, meaning: 'distance in points, beyond chance' },
  alphaRatio: { title: 'Ratio α', meaning: 'distance in proportion, beyond chance' },
  gwetAc1: { title: metricTitles.gwetAc1, meaning: 'the same score, beyond guessing' },
  gwetAc2Quadratic: { title: metricTitles.gwetAc2, meaning: 'near misses count, beyond guessing' },
  brennanPrediger: { title: metricTitles.brennanPrediger, meaning: 'the same score, beyond drawing lots' },
};
