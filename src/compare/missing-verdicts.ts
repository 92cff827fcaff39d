import { renderNumberOf } from '../base/number-of.ts';
import type { SignFlipOptions } from '../statistics/paired/sign-flip.ts';
import { toEstimateParts } from '../statistics/render-estimate.ts';
import type { Comparison, ComparisonVerdict, MissingCounted } from './comparison.ts';
import { isMissing, type MissingAs, tallyAll, toDecidedPairs } from './decided-pairs.ts';
import type { CasePair } from './pair-cases.ts';
import { alpha, type TestedPairs, testPairs, toComparisonVerdict } from './test-pairs.ts';

export type Claim = Exclude<ComparisonVerdict, 'inconclusive'>;

/**
 * How missing verdicts count against each claim: the lower and the upper bound of what they could have been. A verdict
 * has to hold there too, so that no run wins or loses by what it did not answer.
 * Source: C. F. Manski, "Nonparametric bounds on treatment effects", American Economic Review 80 (1990).
 */
export const worstFor: Readonly<Record<Claim, Required<MissingAs>>> = {
  better: { a: 'pass', b: 'fail' },
  worse: { a: 'fail', b: 'pass' },
};

/** B's missing verdicts count as fails, so that errors cannot hide a regression. A's do too: they cannot make one. */
const asFails: Required<MissingAs> = { a: 'fail', b: 'fail' };

type MissingReadings = Pick<Comparison, 'worstCase' | 'errorsAsFails'>;

/** The comparison with missing verdicts counted: against each claim, and as fails. `decided`: without them. */
export function readMissing(
  pairs: readonly CasePair[],
  decided: MissingCounted,
  options: SignFlipOptions,
): MissingReadings {
  if (listMissing(pairs).length === 0) {
    return { worstCase: { better: decided, worse: decided }, errorsAsFails: decided };
  }
  const read = (missingAs: MissingAs) => toMissingCounted(pairs, missingAs, options);
  return {
    worstCase: { better: read(worstFor.better), worse: read(worstFor.worse) },
    errorsAsFails: read(asFails),
  };
}

function toMissingCounted(pairs: readonly CasePair[], missingAs: MissingAs, options: SignFlipOptions): MissingCounted {
  const tally = tallyAll(toDecidedPairs(pairs, missingAs));
  return pickCounted({ ...tally, ...testPairs(tally, options) });
}

export function pickCounted({ pairs, improved, unchanged, regressed, difference, p }: MissingCounted): MissingCounted {
  return { pairs, improved, unchanged, regressed, difference, p };
}

/** The claim that the decided pairs make and the worst case does not bear out. */
export function findFallenClaim(
  decided: ComparisonVerdict,
  worstCase: Readonly<Record<Claim, Pick<TestedPairs, 'difference' | 'p'>>>,
): Claim | undefined {
  if (decided === 'inconclusive') return undefined;
  return toComparisonVerdict(worstCase[decided]) === decided ? undefined : decided;
}

/**
 * The claim that the decided pairs lean to and that no number of such cases would bear out: with missing verdicts counted
 * against it, there is nothing left of it.
 */
export function findBlockedClaim(
  { difference: { value } }: Pick<TestedPairs, 'difference'>,
  worstCase: Readonly<Record<Claim, Pick<TestedPairs, 'difference'>>>,
): Claim | undefined {
  if (value === null || value === 0) return undefined;
  const claim = value > 0 ? 'better' : 'worse';
  return (worstCase[claim].difference.value ?? 0) * value > 0 ? undefined : claim;
}

/** Conversations without a verdict, by side. A pair with a skipped side is in none of these. */
export function countMissing(pairs: readonly CasePair[]): MissingCounts {
  const missing = listMissing(pairs);
  const inB = missing.filter(({ a, b }) => !isMissing(a.status) && isMissing(b.status));
  return {
    noVerdictInA: missing.filter(({ a, b }) => isMissing(a.status) && !isMissing(b.status)).length,
    noVerdictInB: inB.length,
    noVerdictInBoth: missing.filter(({ a, b }) => isMissing(a.status) && isMissing(b.status)).length,
    lostPasses: inB.filter(({ a }) => a.status === 'pass').length,
  };
}

type MissingCounts = Pick<Comparison['unpaired'], 'noVerdictInA' | 'noVerdictInB' | 'noVerdictInBoth' | 'lostPasses'>;

export function listMissing(pairs: readonly CasePair[]): readonly CasePair[] {
  return pairs.filter(
    ({ a, b }) => (isMissing(a.status) || isMissing(b.status)) && a.status !== 'skipped' && b.status !== 'skipped',
  );
}

/** Why a claim fell: "15 conversations that A passed have no verdict in B: counted as fails, B is not ahead". */
export function explainFall(
  claim: Claim,
  pairs: readonly CasePair[],
  worst: Pick<TestedPairs, 'difference' | 'p'>,
): string {
  const missing = listMissing(pairs);
  const count = (isWanted: (pair: CasePair) => boolean) => missing.filter(isWanted).length;
  const as = worstFor[claim];
  // Only these change the difference: the verdict that is there contradicts what the missing one counts as.
  const inB = count(({ a, b }) => isMissing(b.status) && a.status === opposite[as.b]);
  const inA = count(({ a, b }) => isMissing(a.status) && b.status === opposite[as.a]);
  const inBoth = count(({ a, b }) => isMissing(a.status) && isMissing(b.status));
  const parts = [
    { count: inB, that: ` that A ${past[opposite[as.b]]}`, where: 'no verdict in B', countedAs: as.b },
    { count: inA, that: ` that B ${past[opposite[as.a]]}`, where: 'no verdict in A', countedAs: as.a },
    { count: inBoth, that: '', where: 'no verdict in either run', countedAs: undefined },
  ].filter((part) => part.count > 0);
  const only = parts.length === 1 ? parts[0] : undefined;
  const counted =
    only?.countedAs === undefined
      ? `counted ${claim === 'better' ? 'against' : 'for'} B`
      : toCountedAs(only.count, only.countedAs);
  // A tag without missing verdicts can fall by those of others, through the correction.
  if (missing.length === 0) return `with the missing verdicts of other tags ${counted}, ${renderRest(claim, worst)}`;
  const told = parts.length === 0 ? [{ count: missing.length, that: '', where: 'no verdict in a run' }] : parts;
  return `${told.map(renderPart).join(', ')}: ${counted}, ${renderRest(claim, worst)}`;
}

const opposite = { pass: 'fail', fail: 'pass' } as const;
const past = { pass: 'passed', fail: 'failed' } as const;

function renderPart({ count, that, where }: { count: number; that: string; where: string }, place: number): string {
  const which = place === 0 ? renderNumberOf(count, 'conversation') : count.toLocaleString('en');
  return `${which}${that} ${count === 1 ? 'has' : 'have'} ${where}`;
}

function toCountedAs(count: number, as: 'pass' | 'fail'): string {
  if (count === 1) return `counted as a ${as}`;
  return `counted as ${as === 'pass' ? 'passes' : 'fails'}`;
}

/** What is left of the claim. */
function renderRest(claim: Claim, { difference, p }: Pick<TestedPairs, 'difference' | 'p'>): string {
  const { value, low, high } = difference;
  const lead = claim === 'better' ? (value ?? 0) : -(value ?? 0);
  if (lead <= 0) return claim === 'better' ? 'B is not ahead' : 'B is not behind';
  const isByP = p === null || p >= alpha || low === null || high === null;
  const shown = isByP
    ? `p = ${(p ?? 1).toFixed(3)}`
    : `95% CI ${toEstimateParts(difference, { unit: 'signed-points' }).interval} pp`;
  return `B's ${claim === 'better' ? 'lead' : 'deficit'} could be chance (${shown})`;
}
