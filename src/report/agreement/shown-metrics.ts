import { type AgreementKey, agreementKeys } from '../../calibrate/agreement/agreement-keys.ts';
import type { Agreement } from '../../calibrate/agreement/agreement-result.ts';

/** The metrics that most people ask for; of names, those that names allow. `every`: all of them. */
export function listShownKeys(
  { raters, alphaOrdinal, alphaNominal }: Pick<Agreement, 'raters' | 'alphaOrdinal' | 'alphaNominal'>,
  every: boolean,
): readonly AgreementKey[] {
  if (every) return agreementKeys;
  const kappa = raters > 2 ? 'fleissKappa' : 'cohenKappa';
  const areNames = alphaOrdinal.value === null && alphaNominal.value !== null;
  return areNames
    ? ['percentAgreement', kappa, 'alphaNominal', 'gwetAc1']
    : ['percentAgreement', kappa, 'kappaQuadratic', 'alphaOrdinal', 'gwetAc2Quadratic'];
}
