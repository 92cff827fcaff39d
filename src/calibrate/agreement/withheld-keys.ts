import { ratingLevels } from '../../statistics/rating-level.ts';
import { type AgreementKey, agreementKeys, neededLevels } from './agreement-keys.ts';
import type { AgreementOptions } from './agreement-result.ts';
import type { CodedRatings } from './coded-ratings.ts';

/** Keys whose figure would say something that the scores do not, with the reason. */
export function listWithheld(
  { isNamed, hasSteps }: Pick<CodedRatings, 'isNamed' | 'hasSteps'>,
  { level }: Pick<AgreementOptions, 'level'>,
): ReadonlyMap<AgreementKey, string> {
  const highest = ratingLevels.indexOf(isNamed ? 'nominal' : (level ?? 'ratio'));
  const withheld = new Map<AgreementKey, string>();
  for (const key of agreementKeys) {
    const needed = neededLevels[key] ?? 'nominal';
    if (ratingLevels.indexOf(needed) > highest) {
      withheld.set(key, isNamed ? 'the scores are texts, not numbers' : `it needs scores of the ${needed} level`);
    } else if (!hasSteps && byCategory.includes(key)) withheld.set(key, 'the scale has no steps');
  }
  return withheld;
}

/** The figures that need to know which scores there could have been. */
const byCategory: readonly AgreementKey[] = [
  'cohen_kappa',
  'kappa_linear',
  'kappa_quadratic',
  'scott_pi',
  'fleiss_kappa',
  'alpha_nominal',
  'gwet_ac1',
  'gwet_ac2_quadratic',
  'brennan_prediger',
];
