import type { AgreementKey } from '../../calibrate/agreement/agreement-result.ts';
import { metricTitles } from '../../calibrate/metric-names.ts';

/** Each metric as people call it, and what it says in a few words. */
export const agreementWords: Readonly<Record<AgreementKey, { readonly title: string; readonly meaning: string }>> = {
  percentAgreement: { title: metricTitles.exact, meaning: 'not corrected for chance' },
  cohenKappa: { title: metricTitles.kappa, meaning: 'chance-corrected (own marginals)' },
  kappaLinear: { title: metricTitles.kappaLinear, meaning: 'chance-corrected (linear)' },
  kappaQuadratic: { title: metricTitles.kappaQuadratic, meaning: 'chance-corrected (quadratic)' },
  scottPi: { title: metricTitles.scottPi, meaning: 'chance-corrected (pooled marginals)' },
  fleissKappa: { title: 'Fleiss κ', meaning: 'chance-corrected (pooled marginals)' },
  alphaNominal: { title: metricTitles.alphaNominal, meaning: 'chance-corrected, nominal' },
  alphaOrdinal: { title: metricTitles.alphaOrdinal, meaning: 'chance-corrected, by rank' },
  alphaInterval: { title: metricTitles.alphaInterval, meaning: 'chance-corrected, by points' },
  alphaRatio: { title: 'Ratio α', meaning: 'chance-corrected, by ratio' },
  gwetAc1: { title: metricTitles.gwetAc1, meaning: 'robust to skewed scores' },
  gwetAc2Quadratic: { title: metricTitles.gwetAc2, meaning: 'robust, near misses count' },
  brennanPrediger: { title: metricTitles.brennanPrediger, meaning: 'chance-corrected (uniform)' },
};
