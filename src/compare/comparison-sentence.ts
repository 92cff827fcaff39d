import { renderNumberOf } from '../base/number-of.ts';
import type { Comparison } from './comparison.ts';
import { listLeft } from './list-left.ts';
import { toPoints, toSignedPoints } from './points.ts';

export type ToldComparison = Pick<
  Comparison,
  'pairs' | 'wins' | 'losses' | 'difference' | 'p' | 'verdict' | 'neededCases' | 'left'
>;

/** What came of it, in words that stand alone: better, worse, or cannot tell yet and how many more cases would tell. */
export function renderComparisonSentence(comparison: ToldComparison, cases: number): string {
  const { pairs, wins, losses, difference, verdict } = comparison;
  if (pairs === 0 || difference.value === null) return renderNothing(comparison.left);
  if (verdict === 'better') return `B is better: it passes ${renderMore(comparison)}.`;
  if (verdict === 'worse') return `B is worse: it passes ${renderMore(comparison)}.`;
  if (wins + losses === 0) return renderAllTies(comparison);
  if (difference.value === 0) {
    return `Cannot tell them apart: B wins ${renderNumberOf(wins, 'pair')} and loses ${losses} (${renderFigures(comparison)}).`;
  }
  return `Cannot tell yet: B passes ${renderMore(comparison)}. ${renderNeeded(comparison, cases)}`;
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
