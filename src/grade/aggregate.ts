import type { Aggregate, RunCounts } from '../conversation/run/run-record.ts';
import {
  type CaseStatus,
  isDeciding,
  toWeightedMean,
  type Verdict,
  type WeightedScore,
} from '../conversation/verdict.ts';
import type { CaseGrader } from './case-graders.ts';

type Graded = Extract<Verdict, { status: 'graded' }>;

/**
 * Combines the verdicts of a conversation into four numbers. The order of the verdicts does not matter. Ungraded
 * verdicts do not count, but they make `all` null unless something failed. Parts of a composite and graders with the
 * weight 0 do not count at all.
 *
 * The score of a turn is the weighted mean of its verdicts. Under `not`, a verdict counts 1 − normalizedScore, so that
 * higher is always better. `mean` weights each turn by the mean weight of its graders, so more graders do not give a
 * turn more weight. Verdicts on the whole conversation are one extra entry after the last turn.
 */
export function toAggregate(verdicts: readonly Verdict[], graders: readonly CaseGrader[]): Aggregate {
  const deciding = verdicts.filter(isDeciding);
  const graded = deciding.filter((verdict) => verdict.status === 'graded');
  if (graded.length === 0) return { all: null, mean: null, min: null, last: null };
  const entries = toTurns(graded).map((turn) => toEntry(turn, graders));
  return {
    all: toAll(deciding),
    mean: toWeightedMean(entries),
    min: Math.min(...entries.map(({ normalizedScore }) => normalizedScore)),
    last: entries.at(-1)?.normalizedScore ?? null,
  };
}

/** Matches the status: one fail decides. Otherwise one ungraded verdict makes it null. */
function toAll(verdicts: readonly Verdict[]): boolean | null {
  if (verdicts.some((verdict) => verdict.status === 'graded' && !verdict.pass)) return false;
  return verdicts.every(({ status }) => status === 'graded') ? true : null;
}

/**
 * Groups verdicts by turn, with the whole conversation last. Verdicts of a turn are sorted by grader, so that sums are
 * reproducible.
 */
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
 * The status of a conversation: `error` if it could not be completed, otherwise its worst verdict. Without any verdict
 * it is `ungraded`.
 */
export function toCaseStatus(
  verdicts: readonly Verdict[],
  { hasError }: { readonly hasError: boolean },
): Exclude<CaseStatus, 'skipped'> {
  if (hasError) return 'error';
  const deciding = verdicts.filter(isDeciding);
  if (deciding.some((verdict) => verdict.status === 'graded' && !verdict.pass)) return 'fail';
  return deciding.length === 0 || deciding.some(({ status }) => status === 'ungraded') ? 'ungraded' : 'pass';
}

/** When a run counts as successful. */
export interface ExitRule {
  /** Minimum share of passes among passes and fails. */
  readonly threshold: number;
  /** Maximum number of conversations in error or ungraded. */
  readonly allowUngraded: number;
}

/**
 * 0: success. 1: the pass rate is below the threshold. 3: too many errors or ungraded conversations, so the rate is not
 * reliable.
 *
 * Without a pass or a fail there is no rate. Then it is 0 if all conversations were allowed to be ungraded, and 3 if
 * none was played. Skipped conversations do not count.
 */
export function toExitCode(counts: RunCounts, { threshold, allowUngraded }: ExitRule): 0 | 1 | 3 {
  const decided = counts.pass + counts.fail;
  const open = counts.error + counts.ungraded;
  if (decided > 0 && counts.pass / decided < threshold) return 1;
  return open > allowUngraded || decided + open === 0 ? 3 : 0;
}
