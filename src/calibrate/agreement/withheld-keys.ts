import { ratingLevels } from '../../statistics/rating-level.ts';
import { type AgreementKey, agreementKeys, neededLevels, pairKeys } from './agreement-keys.ts';
import type { AgreementOptions } from './agreement-result.ts';
import type { CodedRatings } from './coded-ratings.ts';

/** Keys whose metric would say something that the scores do not, with the reason. */
export function listWithheld(
  { isNamed, hasSteps }: Pick<CodedRatings, 'isNamed' | 'hasSteps'>,
  { level, areRatersUnknown = false }: Pick<AgreementOptions, 'level' | 'areRatersUnknown'>,
  { areRatersTooMany }: { readonly areRatersTooMany: boolean },
): ReadonlyMap<AgreementKey, string> {
  const highest = ratingLevels.indexOf(isNamed ? 'nominal' : (level ?? 'ratio'));
  const withheld = new Map<AgreementKey, string>();
  for (const key of agreementKeys) {
    const needed = neededLevels[key] ?? 'nominal';
    if (ratingLevels.indexOf(needed) > highest) {
      withheld.set(key, isNamed ? 'the scores are text, not numbers' : `it needs ${needed}-level scores`);
    } else if (areRatersUnknown && pairKeys.includes(key)) withheld.set(key, 'the raters are not identified');
    else if (areRatersTooMany && pairKeys.includes(key)) withheld.set(key, 'too many raters');
    else if (!hasSteps && !withoutCategories.includes(key)) withheld.set(key, 'the scale has no steps');
  }
  return withheld;
}

/** The metrics that need not know which scores there could have been; the others count by category. */
const withoutCategories: readonly AgreementKey[] = ['percentAgreement', 'alphaOrdinal', 'alphaInterval', 'alphaRatio'];
