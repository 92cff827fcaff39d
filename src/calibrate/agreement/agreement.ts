import { ratingLevels } from '../../statistics/agreement/rating-codes.ts';
import { type Estimate, type PointEstimate, undefinedEstimate } from '../../statistics/estimate.ts';
import { type ClusterSum, toTotals } from '../../statistics/rates/clustered-error.ts';
import { checkResamples } from '../../statistics/resampling/bootstrap.ts';
import { type AgreementJson, toAgreementJson } from '../metric-json.ts';
import {
  type Agreement,
  type AgreementKey,
  agreementKeys,
  agreementTable,
  type RaterPair,
  toAgreementDeclaration,
} from './agreement-table.ts';
import { bootstrapAgreement, type ResampledMetrics } from './bootstrap-agreement.ts';
import type { AgreementOptions, UnitRating } from './coded-ratings.ts';
import { type CodedRatings, codeRatings } from './coded-ratings.ts';
import { type KnownPair, listKnownPairs, toPairKappa, toPercentMetric } from './rater-pairs.ts';
import { withUnseenCouples } from './rater-tables.ts';
import { listConversationSums } from './unit-patterns.ts';
import { drawCouple, drawingUnseen } from './unseen-units.ts';
import { WeighableRatings } from './weighable-ratings.ts';

/** Only the worst pairs of raters get an interval, up to this number: a hundred raters make thousands of pairs. */
const mostPairIntervals = 50;

/** α of ratios takes every two different scores: thousands of them, thousands of times, would take minutes. */
const mostRatioSteps = 1e9;

/**
 * Inter-rater agreement in every metric that the scores allow: units × raters, with any ratings missing.
 *
 * The metrics are those of `percentAgreement`, `cohenKappa`, `scottPi`, `fleissKappa`, `krippendorffAlpha`, `gwetAc` and
 * `brennanPrediger`, with weights by the distance of scores. With more than two raters, κ and π are the mean over every two
 * that share units and have one. `n` is the number of units with at least two ratings.
 *
 * Intervals are 95%: of the percentage Wilson's on the effective sample size, of the others by resamples of whole
 * conversations with one unseen conversation, see `agreementIntervals`. Fewer than five conversations have none, with `why`.
 * Edges: every key is always there; an undefined metric is null with a reason. With more than 2,000 pairs of raters there
 * are no pairs, and κ and π are null. A rating without unit, rater or score is a RangeError that names the entry; a score
 * off the scale, a score that is not a number and a rater who rates a unit twice are RangeErrors that name the unit.
 *
 * @example agreement([{ unit: 'a', rater: 'ann', score: 1 }, { unit: 'a', rater: 'ben', score: 2 }], { scale: [1, 5] })
 */
export function agreement(given: readonly UnitRating[], options: AgreementOptions = {}): AgreementJson {
  return toAgreementJson(measureAgreement(given, options));
}

/** The same, as estimates. */
export function measureAgreement(given: readonly UnitRating[], options: AgreementOptions = {}): Agreement {
  return measure(given, options, agreementKeys);
}

/** Some of the metrics of `agreement()`, without its pairs: each metric costs a bootstrap. */
export function toAgreementMetrics<Key extends AgreementKey>(
  given: readonly UnitRating[],
  options: AgreementOptions,
  keys: readonly Key[],
): Readonly<Record<Key, Estimate>> {
  return measure(given, options, keys);
}

/** All of `agreement()` where every key is wanted; else those keys, and no pairs. */
function measure<Key extends AgreementKey>(
  given: readonly UnitRating[],
  options: AgreementOptions,
  keys: readonly Key[],
): Record<Key, Estimate> & Omit<Agreement, AgreementKey> {
  const { level, resamples = 2000, seed = 1 } = options;
  if (level !== undefined && !ratingLevels.includes(level)) {
    throw new RangeError(`level must be one of ${ratingLevels.join(', ')}, got ${level}`);
  }
  checkResamples(resamples);
  const coded = codeRatings(given, options);
  const isWhole = keys.length === agreementKeys.length;
  const hasTables = options.areRatersUnknown !== true && keys.some(isByPairs);
  const ratings = new WeighableRatings(coded, { hasTables });
  const withheld = listWithheld(coded, options, ratings);
  const pairs = isWhole ? listKnownPairs(ratings) : [];
  const fixed = listFixed(ratings, withheld, resamples);
  const resampled = bootstrapAgreement(listResampled({ ratings, fixed, pairs, keys }), {
    ...{ sizes: ratings.groups.sizes, resamples, seed },
    weigh: (weights) => ratings.weigh(weights),
  });
  return {
    ...toMetrics(keys, (key) => fixed.get(key) ?? resampled.get(key)),
    units: coded.units.length,
    raters: coded.raters.length,
    ratings: coded.ratings,
    pairs: pairs.map((pair, place) => toRaterPair(pair, { names: coded.raters, kappa: resampled.get(place) })),
  };
}

/** Metrics that need no resampling, or cannot have it. */
function listFixed(
  ratings: WeighableRatings,
  withheld: ReadonlyMap<AgreementKey, string>,
  resamples: number,
): ReadonlyMap<AgreementKey, Estimate> {
  const { sums } = ratings;
  const n = sums.units;
  const percent = toPercentMetric(listComparable(ratings), sums.ratings - n);
  const isRatioDear = sums.values.length ** 2 * resamples > mostRatioSteps;
  const { value, why = 'no interval: too many different scores' } = agreementTable.alphaRatio.compute(ratings);
  return new Map<AgreementKey, Estimate>([
    ['percentAgreement', percent],
    ...(isRatioDear ? [['alphaRatio', { ...undefinedEstimate(n, why), value }] as const] : []),
    ...[...withheld].map(([key, why]) => [key, undefinedEstimate(n, why)] as const),
  ]);
}

/** What the units of each conversation that have two ratings at least agree in. */
function listComparable({ groups, spread }: WeighableRatings): readonly ClusterSum[] {
  return listConversationSums(groups, (pattern) =>
    (spread.size[pattern] ?? 0) < 2 ? undefined : spread.alike[pattern],
  );
}

interface ToResample {
  readonly ratings: WeighableRatings;
  readonly fixed: ReadonlyMap<AgreementKey, Estimate>;
  readonly pairs: readonly KnownPair[];
  readonly keys: readonly AgreementKey[];
}

/** By key, and κ of the worst pairs by their place in the list. */
function listResampled({
  ratings,
  fixed,
  pairs,
  keys,
}: ToResample): readonly ResampledMetrics<AgreementKey | number>[] {
  const draw = drawingUnseen(ratings);
  const compute = new Map<AgreementKey | number, () => PointEstimate>(
    keys.filter((key) => !fixed.has(key)).map((key) => [key, () => toAgreementDeclaration(key).compute(ratings)]),
  );
  const all: ResampledMetrics<AgreementKey | number> = {
    ...{ n: ratings.sums.units, conversations: toTotals(listComparable(ratings)).clusters, compute },
    withUnseen: ({ kind, weight, random }, read) => ratings.withUnseen(draw(kind, random), weight, read),
  };
  const [first, second] = pairs;
  // The units of the only two raters are those of all.
  if (first !== undefined && second === undefined) compute.set(0, () => toPairKappa(first.table));
  return second === undefined ? [all] : [all, ...pairs.slice(0, mostPairIntervals).map(toResampledPair(ratings))];
}

/** What could come next for two raters are units that both rate. */
function toResampledPair({ couples }: WeighableRatings) {
  return ({ table, n, conversations }: KnownPair, place: number): ResampledMetrics<number> => ({
    ...{ n, conversations, compute: new Map([[place, () => toPairKappa(table)]]) },
    withUnseen: ({ kind, weight, random }, read) =>
      withUnseenCouples([{ table, ...drawCouple(couples, kind, random) }], weight, read),
  });
}

function toMetrics<Key extends AgreementKey>(
  keys: readonly Key[],
  get: (key: Key) => Estimate | undefined,
): Record<Key, Estimate> {
  // One entry a key, each either withheld or computed.
  return Object.fromEntries(keys.map((key) => [key, get(key)])) as Record<Key, Estimate>;
}

function toRaterPair(
  { table, n, percent, kappa: point }: KnownPair,
  { names, kappa }: { readonly names: readonly string[]; readonly kappa: Estimate | undefined },
): RaterPair {
  const [one, other] = table.raters;
  return {
    raters: [names[one] ?? '', names[other] ?? ''],
    n,
    percentAgreement: percent,
    cohenKappa: kappa ?? { low: null, high: null, n, ...point },
  };
}

/** Keys whose metric would say something that the scores do not, with the reason. */
function listWithheld(
  { isNamed, hasSteps }: Pick<CodedRatings, 'isNamed' | 'hasSteps'>,
  { level, areRatersUnknown = false }: Pick<AgreementOptions, 'level' | 'areRatersUnknown'>,
  { areRatersTooMany }: { readonly areRatersTooMany: boolean },
): ReadonlyMap<AgreementKey, string> {
  const highest = ratingLevels.indexOf(isNamed ? 'nominal' : (level ?? 'ratio'));
  const withheld = new Map<AgreementKey, string>();
  for (const key of agreementKeys) {
    const { level: needed = 'nominal', byPairs = false, needsSteps = false } = toAgreementDeclaration(key);
    if (ratingLevels.indexOf(needed) > highest) {
      withheld.set(key, isNamed ? 'the scores are text, not numbers' : `it needs ${needed}-level scores`);
    } else if (areRatersUnknown && byPairs) withheld.set(key, 'the raters are not identified');
    else if (areRatersTooMany && byPairs) withheld.set(key, 'too many raters');
    else if (!hasSteps && needsSteps) withheld.set(key, 'the scale has no steps');
  }
  return withheld;
}

function isByPairs(key: AgreementKey): boolean {
  return toAgreementDeclaration(key).byPairs === true;
}
