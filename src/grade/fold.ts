import type { Folds } from '../conversation/run-record.ts';
import type { Verdict } from '../conversation/verdict.ts';
import type { CaseGrader } from './case-graders.ts';

/** One turn, or the whole conversation, as a number. */
interface Entry {
  readonly unit: number;
  readonly weight: number;
}

type Graded = Extract<Verdict, { status: 'graded' }>;

/**
 * The verdicts of a conversation as four figures, whatever their order. Ungraded ones do not count: they are never 0.
 *
 * A turn's unit is the mean of its verdicts by weight; under `not` a verdict counts 1 − unit, so that more is always
 * better. `mean` is over turns, each by the mean weight of its graders: a turn does not count more for being graded
 * by more of them. Verdicts on the whole conversation are one entry more, after the last turn.
 */
export function toFolds(verdicts: readonly Verdict[], graders: readonly CaseGrader[]): Folds {
  const graded = verdicts.filter((verdict) => verdict.status === 'graded');
  if (graded.length === 0) return { all: null, mean: null, min: null, last: null };
  const entries = toTurns(graded).map((turn) => toEntry(turn, graders));
  return {
    all: graded.every(({ pass }) => pass),
    mean: toMean(entries),
    min: Math.min(...entries.map(({ unit }) => unit)),
    last: entries.at(-1)?.unit ?? null,
  };
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

function toEntry(turn: readonly Graded[], graders: readonly CaseGrader[]): Entry {
  const counted = turn.map((verdict): Entry => {
    const spec = graders.find(({ id }) => id === verdict.grader)?.spec;
    return { unit: spec?.not === true ? 1 - verdict.unit : verdict.unit, weight: spec?.weight ?? 1 };
  });
  return { unit: toMean(counted), weight: counted.reduce((sum, { weight }) => sum + weight, 0) / counted.length };
}

/** By weight. Held between the least and the greatest, which rounding may step over. */
function toMean(entries: readonly Entry[]): number {
  let sum = 0;
  let weights = 0;
  for (const { unit, weight } of entries) {
    sum += unit * weight;
    weights += weight;
  }
  const units = entries.map(({ unit }) => unit);
  return Math.min(Math.max(sum / weights, Math.min(...units)), Math.max(...units));
}
