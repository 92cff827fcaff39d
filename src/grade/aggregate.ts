import type { Aggregate, RunCounts } from '../conversation/run/run-record.ts';
import { type CaseStatus, toWeightedMean, type Verdict, type WeightedScore } from '../conversation/verdict.ts';
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

/**
 * What became of a conversation: `error` when it could not be played to its end, else its worst verdict. One without
 * any verdict is `ungraded`: nothing says that it is good.
 */
export function toCaseStatus(
  verdicts: readonly Verdict[],
  { hasError }: { readonly hasError: boolean },
): Exclude<CaseStatus, 'skipped'> {
  if (hasError) return 'error';
  if (verdicts.some((verdict) => verdict.status === 'graded' && !verdict.pass)) return 'fail';
  return verdicts.length === 0 || verdicts.some(({ status }) => status === 'ungraded') ? 'ungraded' : 'pass';
}

/** What has to hold for a run to count as good. */
export interface ExitRule {
  /** Least share of passes among passes and fails. */
  readonly threshold: number;
  /** Most conversations that may be in error or ungraded. */
  readonly allowUngraded: number;
}

/**
 * 0: good. 1: the pass rate is below the threshold. 3: too many errors or ungraded, so the rate proves nothing.
 *
 * Without a pass or a fail there is no rate: 0 when what there is was allowed to be ungraded, 3 when nothing was
 * played at all. Skipped conversations count for nothing.
 */
export function toExitCode(counts: RunCounts, { threshold, allowUngraded }: ExitRule): 0 | 1 | 3 {
  const decided = counts.pass + counts.fail;
  const open = counts.error + counts.ungraded;
  if (decided > 0 && counts.pass / decided < threshold) return 1;
  return open > allowUngraded || decided + open === 0 ? 3 : 0;
}
