import type { Aggregate } from '../conversation/run/run-record.ts';
import { toWeightedMean, type Verdict, type WeightedScore } from '../conversation/verdict.ts';
import type { CaseGrader } from './case-graders.ts';

type Graded = Extract<Verdict, { status: 'graded' }>;

/**
 * The verdicts of a conversation as four metrics, whatever their order. Ungraded ones do not count, they are never 0; but
 * `all` is not known then, unless something failed.
 *
 * A turn's normalizedScore is the mean of its verdicts by weight; under `not` a verdict counts 1 − normalizedScore, so that more is always
 * better. `mean` is over turns, each by the mean weight of its graders: a turn does not count more for being graded
 * by more of them. Verdicts on the whole conversation are one entry more, after the last turn.
 */
export function toAggregate(verdicts: readonly Verdict[], graders: readonly CaseGrader[]): Aggregate {
  const graded = verdicts.filter((verdict) => verdict.status === 'graded');
  if (graded.length === 0) return { all: null, mean: null, min: null, last: null };
  const entries = toTurns(graded).map((turn) => toEntry(turn, graders));
  return {
    all: toAll(verdicts),
    mean: toWeightedMean(entries),
    min: Math.min(...entries.map(({ normalizedScore }) => normalizedScore)),
    last: entries.at(-1)?.normalizedScore ?? null,
  };
}

/** Goes with the status: a fail decides, else what could not be graded leaves it open. */
function toAll(verdicts: readonly Verdict[]): boolean | null {
  if (verdicts.some((verdict) => verdict.status === 'graded' && !verdict.pass)) return false;
  return verdicts.every(({ status }) => status === 'graded') ? true : null;
}

/** Verdicts by turn, turns in order, the whole conversation last; in a turn by grader, so that sums come out the same. */
function toTurns(graded: readonly Graded[]): readonly (readonly Graded[])[] {
  const turns = new Map<number, Graded[]>();
  for (const verdict of graded.toSorted(compareVerdicts)) {
    const place = toPlace(verdict);
    const turn = turns.get(place);
    if (turn === undefined) turns.set(place, [verdict]);
    else turn.push(verdict);
  }
  return [...turns.values()];
}

function compareVerdicts(one: Graded, other: Graded): number {
  const [place, otherPlace] = [toPlace(one), toPlace(other)];
  if (place !== otherPlace) return place < otherPlace ? -1 : 1;
  return one.grader < other.grader ? -1 : Number(one.grader > other.grader);
}

function toPlace({ turnIndex }: Verdict): number {
  return turnIndex ?? Number.POSITIVE_INFINITY;
}

function toEntry(turn: readonly Graded[], graders: readonly CaseGrader[]): WeightedScore {
  const counted = turn.map((verdict): WeightedScore => {
    const spec = graders.find(({ id }) => id === verdict.grader)?.spec;
    return {
      normalizedScore: spec?.not === true ? 1 - verdict.normalizedScore : verdict.normalizedScore,
      weight: spec?.weight ?? 1,
    };
  });
  return {
    normalizedScore: toWeightedMean(counted),
    weight: counted.reduce((sum, { weight }) => sum + weight, 0) / counted.length,
  };
}
