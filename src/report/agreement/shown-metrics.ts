import { type AgreementKey, agreementKeys } from '../../calibrate/agreement/agreement-keys.ts';
import type { Agreement } from '../../calibrate/agreement/agreement-result.ts';

/** The metrics that most people ask for; of names, those that names allow. `every`: all of them. */
export function listShownKeys(
  { raters, alpha_ordinal, alpha_nominal }: Pick<Agreement, 'raters' | 'alpha_ordinal' | 'alpha_nominal'>,
  every: boolean,
): readonly AgreementKey[] {
  if (every) return agreementKeys;
  const kappa = raters > 2 ? 'fleiss_kappa' : 'cohen_kappa';
  const areNames = alpha_ordinal.value === null && alpha_nominal.value !== null;
  return areNames
    ? ['percent_agreement', kappa, 'alpha_nominal', 'gwet_ac1']
    : ['percent_agreement', kappa, 'kappa_quadratic', 'alpha_ordinal', 'gwet_ac2_quadratic'];
}
