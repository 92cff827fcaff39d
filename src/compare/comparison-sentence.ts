import { renderNumberOf } from '../base/number-of.ts';
import { toPoints, toSignedPoints } from '../base/percent.ts';
import type { Comparison } from './comparison.ts';
import { listLeft } from './list-left.ts';
import { isHollowGain } from './test-pairs.ts';

export type ToldComparison = Pick<
  Comparison,
  'pairs' | 'wins' | 'losses' | 'difference' | 'p' | 'verdict' | 'neededCases' | 'left'
>;

/** What came of it, in words that stand alone: better, worse, or cannot tell yet and how many more cases would tell. */
export function renderComparisonSentence(comparison: ToldComparison, cases: number): string {
  const { pairs, difference, left } = comparison;
  if (pairs === 0 || difference.value === null) return renderNothing(left);
  if (isHollowGain({ ...comparison, lostPasses: left.lostPasses })) return renderHollow(comparison);
  const missing = left.noVerdictInB === 0 ? '' : ` ${renderMissing(left)}.`;
  return `${renderOutcome(comparison, cases)}${missing}`;
}

function renderOutcome(comparison: ToldComparison, cases: number): string {
  const { wins, losses, difference, verdict } = comparison;
  if (verdict === 'better') return `B is better: it passes ${renderMore(comparison)}.`;
  if (verdict === 'worse') return `B is worse: it passes ${renderMore(comparison)}.`;
  if (wins + losses === 0) return renderAllTies(comparison);
  if (difference.value === 0) {
    return `Cannot tell them apart: B wins ${renderNumberOf(wins, 'pair')} and loses ${losses} (${renderFigures(comparison)}).`;
  }
  return `Cannot tell yet: B passes ${renderMore(comparison)}. ${renderNeeded(comparison, cases)}`;
}

function renderHollow(comparison: ToldComparison): string {
  const { wins, left } = comparison;
  const won = `B wins only ${renderNumberOf(wins, 'pair')}`;
  return `Cannot tell yet: B passes ${renderMore(comparison)}. ${renderMissing(left)}, and ${won}: mend those first.`;
}

/** What dropped out on the side of B: a difference of what is left says nothing about it. */
function renderMissing({ noVerdictInB: count, lostPasses }: Comparison['left']): string {
  const missing = `${count.toLocaleString('en')} more ${count === 1 ? 'has' : 'have'} no verdict in B (error or ungraded)`;
  if (lostPasses === 0) return missing;
  const all = count === 1 ? 'it' : 'all of them';
  return `${missing}; A passed ${lostPasses === count ? all : `${lostPasses.toLocaleString('en')} of them`}`;
}

function renderMore(comparison: ToldComparison): string {
  const value = comparison.difference.value ?? 0;
  return `${toPoints(Math.abs(value))} points ${value < 0 ? 'less' : 'more'} than A (${renderFigures(comparison)})`;
}

/** Interval, n and p: a difference is never shown without them. */
function renderFigures({ difference: { low, high }, pairs, p }: ToldComparison): string {
  const interval =
    low === null || high === null ? [] : [`95 % interval ${toSignedPoints(low)} to ${toSignedPoints(high)}`];
  return [...interval, renderNumberOf(pairs, 'pair'), ...(p === null ? [] : [renderP(p)])].join(', ');
}

function renderAllTies({ pairs, difference: { high } }: ToldComparison): string {
  const seen =
    pairs === 1 ? 'the one pair came out the same' : `all ${renderNumberOf(pairs, 'pair')} came out the same`;
  const hidden =
    high === null ? '' : ` A difference of up to ${toPoints(high)} points either way could still be there.`;
  return `No difference seen: ${seen}.${hidden}`;
}

function renderNeeded({ neededCases, pairs }: ToldComparison, cases: number): string {
  if (neededCases === null) return 'One cluster of pairs cannot tell how sure that is: compare more cases.';
  const asOften = pairs > cases ? ', played as often as these,' : '';
  const more = neededCases === 1 ? '1 more case' : `${renderRounded(neededCases)} more cases`;
  return `About ${more}${asOften} would tell, if the difference is what it seems.`;
}

function renderNothing(left: Comparison['left']): string {
  const reasons = listLeft(left).join(', ');
  return `Nothing to compare: no case passed or failed in both runs${reasons === '' ? '' : ` (${reasons})`}.`;
}

function renderP(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}

/** Two digits that count: more would promise too much. */
function renderRounded(count: number): string {
  return Number(count.toPrecision(2)).toLocaleString('en');
}
