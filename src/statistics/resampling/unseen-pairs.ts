import { type PairedScores, pairPlaces, pairScores } from '../agreement/pair-counts.ts';

/** Scores of pairs, and what scores there could have been. */
interface ScoresOnScale {
  readonly human: readonly number[];
  readonly judge: readonly number[];
  /** The scores of the scale, rising; of a scale without steps, its two ends. */
  readonly values: readonly number[];
  /** Whether a score is always one of `values`. */
  readonly hasSteps: boolean;
  /** The weight of each pair, with a mean of 1. Absent where all are the same. */
  readonly weights?: Float64Array | undefined;
}

/** Pairs that could come next, by their cells: each is as likely as any other. */
export interface UnseenPairs {
  readonly agreements: Int32Array;
  readonly disagreements: Int32Array;
}

/** The most scores that unseen pairs can have, spread over the scale. */
const mostUnseenScores = 7;

/** The share of unseen disagreements that go from one end of the scale to the other. */
const grossShare = 0.25;

interface PairsWithUnseen extends PairedScores {
  /** As given. */
  readonly weightOf: Float64Array | undefined;
  readonly unseen: UnseenPairs;
}

/**
 * Counts pairs, with empty cells for pairs that were not seen: every couple of up to seven scores, spread evenly over the
 * scale with its ends. A quarter of the disagreements go from end to end: gross errors are rare, and weigh most in
 * metrics of distances.
 */
export function pairWithUnseen(scores: ScoresOnScale): PairsWithUnseen {
  const { weights } = scores;
  const { couples, agreements, disagreements } = listUnseenCouples(scores);
  const seen = scores.human.length;
  const counted = new Float64Array(seen + couples.length);
  for (let pair = 0; pair < seen; pair++) counted[pair] = weights?.[pair] ?? 1;
  const human = [...scores.human, ...couples.map((couple) => couple.human)];
  const judge = [...scores.judge, ...couples.map((couple) => couple.judge)];
  const { pairs, cellOf } = scores.hasSteps
    ? pairPlaces(toPlaces({ human, judge }, scores.values), Float64Array.from(scores.values), counted)
    : pairScores(human, judge, counted);
  const cells = new Map(couples.map((couple, place) => [couple, cellOf[seen + place] ?? 0]));
  const toCells = (listed: readonly Couple[]) => Int32Array.from(listed, (couple) => cells.get(couple) ?? 0);
  return {
    ...{ pairs, cellOf: cellOf.slice(0, seen), weightOf: weights },
    unseen: { agreements: toCells(agreements), disagreements: toCells(disagreements) },
  };
}

/** Two scores of one reply. */
export interface Couple {
  readonly human: number;
  readonly judge: number;
}

export interface UnseenCouples {
  /** All, once each. */
  readonly couples: readonly Couple[];
  /** Each entry has the same chance to be drawn. */
  readonly agreements: readonly Couple[];
  readonly disagreements: readonly Couple[];
}

/** Every couple of up to seven scores of the scale. */
export function listUnseenCouples(scale: Pick<ScoresOnScale, 'values' | 'hasSteps'>): UnseenCouples {
  const spread = spreadScores(scale);
  const couples = spread.flatMap((human) => spread.map((judge) => ({ human, judge })));
  return {
    couples,
    agreements: couples.filter(({ human, judge }) => human === judge),
    disagreements: listDisagreements(couples, [spread[0] ?? 0, spread.at(-1) ?? 0]),
  };
}

/** Gross disagreements are repeated until they are `grossShare` of the list. */
function listDisagreements(couples: readonly Couple[], ends: readonly number[]): readonly Couple[] {
  const all = couples.filter(({ human, judge }) => human !== judge);
  const gross = all.filter(({ human, judge }) => ends.includes(human) && ends.includes(judge));
  const times = Math.round((grossShare * all.length) / (1 - grossShare) / Math.max(1, gross.length));
  return [...all, ...Array.from({ length: times }, () => gross).flat()];
}

function spreadScores({ values, hasSteps }: Pick<ScoresOnScale, 'values' | 'hasSteps'>): readonly number[] {
  const [first = 0, last = first] = [values[0], values.at(-1)];
  const most = hasSteps ? Math.min(values.length, mostUnseenScores) : mostUnseenScores;
  return Array.from({ length: most }, (_, step) => {
    const share = most === 1 ? 0 : step / (most - 1);
    return hasSteps ? (values[Math.round(share * (values.length - 1))] ?? first) : first + share * (last - first);
  });
}

function toPlaces({ human, judge }: Pick<ScoresOnScale, 'human' | 'judge'>, values: readonly number[]) {
  const places = new Map(values.map((value, place) => [value, place]));
  const placeOf = (score: number) => {
    const place = places.get(score);
    if (place === undefined) throw new RangeError(`the score ${score} is not on the scale`);
    return place;
  };
  return { human: Int32Array.from(human, placeOf), judge: Int32Array.from(judge, placeOf) };
}
