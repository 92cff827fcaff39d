import type { Random } from '../../statistics/resampling/seeded-random.ts';
import { listUnseenCouples, type UnseenCouples } from '../../statistics/resampling/unseen-pairs.ts';
import type { CodedUnit } from './coded-ratings.ts';
import { listRaterSets, type RaterSet, type UnitPatterns } from './unit-patterns.ts';

export type UnseenKind = 'disagreement' | 'agreement';

/** The ratings of a unit that was not seen. */
export type UnseenUnit = Pick<CodedUnit, 'raters' | 'codes'>;

/** Couples of codes, spread over all that there are. */
export function listUnseenCodes(categories: number): UnseenCouples {
  return listUnseenCouples({ values: Array.from({ length: categories }, (_, place) => place + 1), hasSteps: true });
}

interface UnseenSource {
  readonly patterns: UnitPatterns;
  /** How many units each pattern has. */
  readonly weights: Float64Array;
  readonly couples: UnseenCouples;
}

/** Draws units that could come next: rated by the raters of one that was seen, with two scores at random, or with one. */
export function drawingUnseen({
  patterns,
  weights,
  couples,
}: UnseenSource): (kind: UnseenKind, random: Random) => UnseenUnit {
  const sets = listRaterSets(patterns, weights);
  const units = sets.reduce((sum, set) => sum + set.units, 0);
  return (kind, random) => {
    const raters = pickSet(sets, random() * units);
    const { human, judge } = drawCouple(couples, kind, random);
    return { raters, codes: splitRaters(raters.length, random).map((isOther) => (isOther ? judge : human)) };
  };
}

export function drawCouple({ agreements, disagreements }: UnseenCouples, kind: UnseenKind, random: Random) {
  const couples = kind === 'agreement' ? agreements : disagreements;
  return couples[Math.floor(random() * couples.length)] ?? { human: 1, judge: 1 };
}

function pickSet(sets: readonly RaterSet[], place: number): readonly number[] {
  let left = place;
  for (const { raters, units } of sets) {
    left -= units;
    if (left < 0) return raters;
  }
  return sets.at(-1)?.raters ?? [];
}

/** Two sides by lot, neither of them empty. */
function splitRaters(raters: number, random: Random): boolean[] {
  const sides = Array.from({ length: raters }, () => random() < 0.5);
  if (sides.every((side) => side === sides[0])) {
    const place = Math.floor(random() * raters);
    sides[place] = sides[place] !== true;
  }
  return sides;
}
