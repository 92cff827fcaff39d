import type { Figure } from '../../conversation/certificate.ts';
import { checkResamples } from '../../statistics/bootstrap.ts';
import { ratingLevels } from '../../statistics/rating-level.ts';
import { agreementFigures } from './agreement-figures.ts';
import { type AgreementKey, agreementKeys } from './agreement-keys.ts';
import type { Agreement, AgreementOptions, RaterPair, UnitRating } from './agreement-result.ts';
import { bootstrapAgreement, type Resampled } from './bootstrap-agreement.ts';
import { codeRatings } from './coded-ratings.ts';
import { toPercentFigure } from './percent-interval.ts';
import { type KnownPair, listKnownPairs, toPairKappa } from './rater-pairs.ts';
import { unitFigures } from './unit-figures.ts';
import { listConversationSums } from './unit-patterns.ts';
import { WeighableRatings } from './weighable-ratings.ts';
import { listWithheld } from './withheld-keys.ts';

/** Only so many pairs of raters get an interval, the worst: a hundred raters make thousands of pairs. */
const mostPairIntervals = 50;

/** α of ratios takes every two different scores: thousands of them, thousands of times, would take minutes. */
const mostRatioSteps = 1e9;

/**
 * How far raters agree, in every figure that their scores allow: units × raters, with any ratings missing.
 *
 * The figures are those of `percentAgreement`, `cohenKappa`, `scottPi`, `fleissKappa`, `krippendorffAlpha`, `gwetAc` and
 * `brennanPrediger`, with weights by the distance of scores. With more than two raters, κ and π are the mean over every two
 * that share units and have one. `n` is the number of units with two ratings at least.
 *
 * Intervals are 95 %: of the percentage Wilson's on the effective sample size, of the others by drawing whole
 * conversations again. One is left out, with `why`, where there is one conversation only, or resampling says nothing.
 * Edges: every key is always there; an undefined figure is null with a reason. A score off the scale, a score that is no
 * number and a rater who rates a unit twice are RangeErrors that name the unit.
 *
 * @example agreement([{ unit: 'a', rater: 'ann', score: 1 }, { unit: 'a', rater: 'ben', score: 2 }], { scale: [1, 5] })
 */
export function agreement(given: readonly UnitRating[], options: AgreementOptions = {}): Agreement {
  const { level, resamples = 2000, seed = 1 } = options;
  if (level !== undefined && !ratingLevels.includes(level)) {
    throw new RangeError(`a level is one of ${ratingLevels.join(', ')}, got ${level}`);
  }
  checkResamples(resamples);
  const coded = codeRatings(given, options);
  const ratings = new WeighableRatings(coded);
  const withheld = listWithheld(coded, options);
  const pairs = listKnownPairs(ratings);
  const fixed = listFixed(ratings, withheld, resamples);
  const resampled = bootstrapAgreement(listResampled({ ratings, fixed, pairs }), {
    ...{ sizes: ratings.groups.sizes, resamples, seed },
    weigh: (drawn) => ratings.weigh(drawn),
  });
  return {
    ...toFigures((key) => fixed.get(key) ?? resampled.get(key)),
    units: coded.units.length,
    raters: coded.raters.length,
    ratings: coded.ratings,
    pairs: pairs.map((pair, place) => toRaterPair(pair, { names: coded.raters, kappa: resampled.get(place) })),
  };
}

/** Figures that need no resampling, or cannot have it. */
function listFixed(
  ratings: WeighableRatings,
  withheld: ReadonlyMap<AgreementKey, string>,
  resamples: number,
): ReadonlyMap<AgreementKey, Figure> {
  const { groups, spread, sums } = ratings;
  const n = sums.units;
  const conversations = listConversationSums(groups, (pattern) =>
    (spread.size[pattern] ?? 0) < 2 ? undefined : spread.alike[pattern],
  );
  const percent = toPercentFigure(conversations, sums.ratings - n);
  const isRatioDear = sums.values.length ** 2 * resamples > mostRatioSteps;
  const ratio = { n, ...unitFigures.alpha_ratio(sums) };
  return new Map<AgreementKey, Figure>([
    ['percent_agreement', percent],
    ...(isRatioDear ? [['alpha_ratio', { why: 'no interval: too many different scores', ...ratio }] as const] : []),
    ...[...withheld].map(([key, why]) => [key, { value: null, n, why }] as const),
  ]);
}

interface ToResample {
  readonly ratings: WeighableRatings;
  readonly fixed: ReadonlyMap<AgreementKey, Figure>;
  readonly pairs: readonly KnownPair[];
}

/** By key, and κ of the worst pairs by their place in the list. */
function listResampled({ ratings, fixed, pairs }: ToResample): ReadonlyMap<AgreementKey | number, Resampled> {
  const n = ratings.sums.units;
  const keys = agreementKeys.filter((key) => !fixed.has(key));
  const worst = pairs.slice(0, mostPairIntervals);
  return new Map<AgreementKey | number, Resampled>([
    ...keys.map((key) => [key, { n, compute: () => agreementFigures[key](ratings) }] as const),
    ...worst.map((pair, place) => [place, { n: pair.n, compute: () => toPairKappa(pair.table) }] as const),
  ]);
}

function toFigures(get: (key: AgreementKey) => Figure | undefined): Record<AgreementKey, Figure> {
  const entries = agreementKeys.map((key) => [key, get(key)]);
  // One entry a key, each either withheld or computed.
  return Object.fromEntries(entries) as Record<AgreementKey, Figure>;
}

function toRaterPair(
  { table, n, percent, kappa: point }: KnownPair,
  { names, kappa }: { readonly names: readonly string[]; readonly kappa: Figure | undefined },
): RaterPair {
  const [one, other] = table.raters;
  return {
    raters: [names[one] ?? '', names[other] ?? ''],
    n,
    percent_agreement: percent,
    cohen_kappa: kappa ?? { ...point, n },
  };
}
