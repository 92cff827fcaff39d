import type { Scale } from '../../conversation/judge/deck.ts';
import { findScaleFlaw } from '../../conversation/judge/scale.ts';
import type { RatingLevel } from '../../statistics/agreement/rating-codes.ts';
import { listScores, toScale, toScorePlace } from '../scores.ts';

/** The score of one rater for one unit. `score: null`: the rater was asked and gave none. */
export interface UnitRating {
  readonly unit: string;
  readonly rater: string;
  /** A text where scores are names. */
  readonly score: number | string | null;
  /** Units of one conversation are alike in part: intervals take them as one. Default: each unit by itself. */
  readonly conversation?: string;
}

export interface AgreementOptions {
  /** The scores there could have been: `[1, 5]` is 1, 2, 3, 4 and 5. Default: those that were given. */
  readonly scale?: readonly [number, number] | Scale;
  /** Withholds the metrics that need more than this. Default: everything that the scores allow. */
  readonly level?: RatingLevel;
  /** One name in two units need not be one person: withholds κ, π and pairs, which need the names of raters. */
  readonly areRatersUnknown?: boolean;
  /** Seed of the intervals. Default: 1. */
  readonly seed?: number;
  /** Default 2,000. */
  readonly resamples?: number;
}

/** The ratings of one unit, by rater. */
export interface CodedUnit {
  readonly conversation: string;
  /** The numbers of its raters, rising. */
  readonly raters: readonly number[];
  /** What each of them gave: k is category k − 1. */
  readonly codes: readonly number[];
}

/** Ratings by number. */
export interface CodedRatings {
  readonly units: readonly CodedUnit[];
  readonly raters: readonly string[];
  readonly ratings: number;
  /** The scores of the categories, rising. Names have their places instead. */
  readonly values: Float64Array;
  readonly isNamed: boolean;
  /** False: any number between two ends was allowed, so that there are no categories to count by. */
  readonly hasSteps: boolean;
}

/** Throws a RangeError that names the entry or the unit: a part that is missing, a score that cannot be, two ratings by one rater, two conversations. */
export function codeRatings(given: readonly UnitRating[], options: AgreementOptions): CodedRatings {
  const { level } = options;
  const scale = options.scale === undefined ? undefined : toScale(options.scale);
  for (const [place, rating] of given.entries()) checkParts(rating, `ratings[${place}]`);
  const isNamed = given.some(({ score }) => typeof score === 'string');
  if (isNamed && scale !== undefined) throw new RangeError('a scale needs numeric scores, but some scores are text');
  if (isNamed && level !== undefined && level !== 'nominal') {
    throw new RangeError(`the ${level} level needs numeric scores, but some scores are text`);
  }
  for (const rating of given) checkScore(rating, scale);
  const ratings = isNamed ? given.map(toNamed) : given;
  const scores = listCodedScores(ratings, scale);
  const raters = [...new Set(ratings.map(({ rater }) => rater))];
  return {
    units: toUnits(ratings, { toCode: openCodes(scores, scale), raters }),
    raters,
    ratings: ratings.filter(({ score }) => score !== null).length,
    values: Float64Array.from(scores, (score, place) => (typeof score === 'string' ? place : score)),
    isNamed,
    hasSteps: scale?.step !== 0,
  };
}

/** Callers without types may leave a part out, or call a unit something else. */
function checkParts(rating: Readonly<Partial<UnitRating>> | null | undefined, entry: string): void {
  const missing = (['unit', 'rater', 'score'] as const).find((part) => rating?.[part] === undefined);
  if (missing === undefined) return;
  throw new RangeError(`${entry} has no ${missing}. A rating looks like {unit: "a", rater: "ann", score: 1}`);
}

function checkScore({ unit, rater, score }: UnitRating, scale: Scale | undefined): void {
  if (typeof score !== 'number') return;
  const flaw = scale === undefined ? findNoNumber(score) : findScaleFlaw(score, scale);
  if (flaw !== undefined) throw new RangeError(`the score ${score} of unit "${unit}" by "${rater}" ${flaw}`);
}

/** Among names, a number is one of them. */
function toNamed(rating: UnitRating): UnitRating {
  return typeof rating.score === 'number' ? { ...rating, score: String(rating.score) } : rating;
}

function findNoNumber(score: number): string | undefined {
  return Number.isFinite(score) ? undefined : 'is not a number';
}

/** Those of the scale; without steps, those that were given. */
function listCodedScores(ratings: readonly UnitRating[], scale: Scale | undefined): readonly (number | string)[] {
  if (scale !== undefined && scale.step > 0) return listScores(scale);
  const seen = new Set(ratings.flatMap(({ score }) => (score === null ? [] : [score])));
  return [...seen].sort((one, other) =>
    typeof one === 'number' && typeof other === 'number' ? one - other : String(one) < String(other) ? -1 : 1,
  );
}

type ToCode = (score: number | string) => number;

/** On a scale by the nearest step, since 0.1 + 0.2 is not quite 0.3. */
function openCodes(scores: readonly (number | string)[], scale: Scale | undefined): ToCode {
  if (scale !== undefined && scale.step > 0) {
    return (score) => toScorePlace(Number(score), scale) + 1;
  }
  const places = new Map(scores.map((score, place) => [score, place + 1]));
  return (score) => places.get(score) ?? 0;
}

interface Coding {
  readonly toCode: ToCode;
  readonly raters: readonly string[];
}

function toUnits(ratings: readonly UnitRating[], { toCode, raters }: Coding): readonly CodedUnit[] {
  const numbers = new Map(raters.map((rater, number) => [rater, number]));
  const units = new Map<string, { conversation?: string; byRater: Map<number, number> }>();
  for (const { unit: name, rater, score, conversation } of ratings) {
    const unit = units.get(name) ?? { byRater: new Map<number, number>() };
    units.set(name, unit);
    const number = numbers.get(rater) ?? 0;
    if (unit.byRater.has(number)) throw new RangeError(`"${rater}" rated unit "${name}" twice`);
    unit.byRater.set(number, score === null ? 0 : toCode(score));
    if (conversation === undefined) continue;
    if (unit.conversation !== undefined && unit.conversation !== conversation) {
      throw new RangeError(`unit "${name}" is in two conversations, "${unit.conversation}" and "${conversation}"`);
    }
    unit.conversation = conversation;
  }
  return [...units].map(([name, { conversation, byRater }]) => {
    const given = [...byRater].filter(([, code]) => code > 0).sort(([one], [other]) => one - other);
    return {
      // A unit and a conversation may have one name.
      conversation: conversation === undefined ? `u${name}` : `c${conversation}`,
      raters: given.map(([rater]) => rater),
      codes: given.map(([, code]) => code),
    };
  });
}
