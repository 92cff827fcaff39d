import { renderNumberOf } from '../base/number-of.ts';
import { toPoints, toSignedPoints } from '../base/percent.ts';
import { renderFacts, toEstimateParts } from '../statistics/render-estimate.ts';
import type { Comparison, MissingCounted } from './comparison.ts';

type SentenceParts = Pick<
  Comparison,
  | 'pairs'
  | 'improved'
  | 'regressed'
  | 'difference'
  | 'p'
  | 'verdict'
  | 'why'
  | 'isRegression'
  | 'errorsAsFails'
  | 'neededCases'
  | 'unpaired'
>;

/** The verdict as text that needs no table: with its numbers, what is missing, and what would decide it. */
export function renderComparisonSentence(comparison: SentenceParts, cases: number): string {
  return [...renderOutcome(comparison, cases), ...renderMissing(comparison)].join(' ');
}

function renderOutcome(comparison: SentenceParts, cases: number): readonly string[] {
  const { pairs, improved, regressed, difference, verdict, why, unpaired } = comparison;
  if (pairs === 0 || difference.value === null) return [renderNothing(unpaired)];
  if (verdict !== 'inconclusive') return [`B is ${verdict} than A: its pass rate is ${renderChange(comparison)}.`];
  if (why !== undefined) {
    return [`Inconclusive: B's pass rate is ${renderChange(comparison)}, but ${why}.`, 'Resolve those first.'];
  }
  if (improved + regressed === 0) return renderAllTies(comparison);
  if (difference.value === 0) {
    return [
      `Inconclusive: ${renderNumberOf(improved, 'pair')} improved and ${regressed} regressed (${renderNumbers(comparison)}).`,
    ];
  }
  const needed = isHidden(comparison) ? [] : [renderNeeded(comparison, cases)];
  return [`Inconclusive: B's pass rate is ${renderChange(comparison)}.`, ...needed];
}

/** Conversations without a verdict, and what counting them would change. */
function renderMissing(comparison: SentenceParts): readonly string[] {
  const { unpaired, verdict, why, errorsAsFails } = comparison;
  const { noVerdictInA, noVerdictInB, noVerdictInBoth, lostPasses } = unpaired;
  const asFails = isHidden(comparison)
    ? [`Counting missing verdicts as fails, B is worse: ${renderCounted(errorsAsFails)}.`]
    : [];
  if (why !== undefined || countMissing(unpaired) === 0) return asFails;
  const places = [
    ...(noVerdictInB === 0
      ? []
      : [`${noVerdictInB.toLocaleString('en')} in B${renderPassed(noVerdictInB, lostPasses)}`]),
    ...(noVerdictInA === 0 ? [] : [`${noVerdictInA.toLocaleString('en')} in A`]),
    ...(noVerdictInBoth === 0 ? [] : [`${noVerdictInBoth.toLocaleString('en')} in both`]),
  ];
  const missing = `No verdict (error or ungraded): ${places.join(', ')}.`;
  if (asFails.length > 0) return [missing, ...asFails, 'Resolve the missing verdicts first.'];
  if (verdict === 'inconclusive') return [missing];
  return [missing, `B is ${verdict} even with those counted ${verdict === 'better' ? 'against' : 'for'} it.`];
}

/** Only missing verdicts make it a regression. */
function isHidden({ isRegression, verdict }: SentenceParts): boolean {
  return isRegression && verdict !== 'worse';
}

function countMissing({ noVerdictInA, noVerdictInB, noVerdictInBoth }: Comparison['unpaired']): number {
  return noVerdictInA + noVerdictInB + noVerdictInBoth;
}

function renderPassed(count: number, lostPasses: number): string {
  if (lostPasses === 0) return '';
  if (lostPasses < count) return ` (A passed ${lostPasses.toLocaleString('en')} of them)`;
  return count === 1 ? ' (A passed it)' : ' (A passed all of them)';
}

function renderChange(comparison: SentenceParts): string {
  const value = comparison.difference.value ?? 0;
  return `${toPoints(Math.abs(value))} pp ${value < 0 ? 'lower' : 'higher'} (${renderNumbers(comparison)})`;
}

/** CI, n and p: a difference is never shown without them. */
function renderNumbers({ difference, pairs, p }: Pick<MissingCounted, 'difference' | 'pairs' | 'p'>): string {
  const basis = [renderNumberOf(pairs, 'pair'), ...(p === null ? [] : [renderP(p)])].join(', ');
  return renderFacts(toEstimateParts({ ...difference, n: pairs }, { unit: 'signed-points', basis }));
}

function renderCounted(counted: MissingCounted): string {
  return `${toSignedPoints(counted.difference.value ?? 0)} pp (${renderNumbers(counted)})`;
}

function renderAllTies({ pairs, difference: { high } }: SentenceParts): readonly string[] {
  const seen =
    pairs === 1 ? 'the one pair has the same result' : `all ${renderNumberOf(pairs, 'pair')} have the same result`;
  const hidden = high === null ? [] : [`A difference of up to ${toPoints(high)} pp in either direction is possible.`];
  return [`Inconclusive: no difference found, ${seen}.`, ...hidden];
}

function renderNeeded({ neededCases, pairs, unpaired }: SentenceParts, cases: number): string {
  if (neededCases === null) return 'All pairs are from one conversation. Compare more cases.';
  const more = neededCases === 1 ? '1 more case' : `${renderRounded(neededCases)} more cases`;
  const asOften = pairs > cases ? ', repeated as often as these,' : '';
  const asMissing = countMissing(unpaired) === 0 ? '' : ' and this share of missing verdicts';
  return `~${more}${asOften} needed (80% power) at this effect size${asMissing}.`;
}

function renderNothing(unpaired: Comparison['unpaired']): string {
  const reasons = listUnpaired(unpaired).join(', ');
  return `Nothing to compare: no case passed or failed in both runs${reasons === '' ? '' : ` (${reasons})`}.`;
}

function renderP(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}

/** Two significant digits: more would promise too much. */
function renderRounded(count: number): string {
  return Number(count.toPrecision(2)).toLocaleString('en');
}

/** Conversations that make no pair, a phrase per reason. */
export function listUnpaired({ onlyA, onlyB, changed, noVerdict }: Comparison['unpaired']): readonly string[] {
  return [
    ...(onlyA === 0 ? [] : [`${onlyA} only in A`]),
    ...(onlyB === 0 ? [] : [`${onlyB} only in B`]),
    ...(changed === 0 ? [] : [`${changed} with a changed request`]),
    ...(noVerdict === 0 ? [] : [`${noVerdict} in error, ungraded or skipped in a run`]),
  ];
}
