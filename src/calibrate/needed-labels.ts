import { renderNumberOf } from '../base/number-of.ts';
import type { Figure } from '../conversation/certificate.ts';
import { wilsonEnds } from '../statistics/wilson.ts';
import type { NeededLabels } from './calibration.ts';
import type { FigureName } from './figure-names.ts';
import { figureTitles } from './figure-titles.ts';
import { toWilsonSize, z2 } from './wilson-size.ts';

/** More labels than this nobody collects to decide one figure. */
const mostLabels = 10_000;

/** Larger numbers say only that the figure is near its limit. */
export const mostTold = 200;

/** Whether a figure is so near its limit that its number of labels tells nobody what to do. */
export function isTooNear({ labels, outlook }: Pick<NeededLabels, 'labels' | 'outlook'>): boolean {
  return outlook === null || labels > mostTold;
}

const rates: ReadonlySet<FigureName> = new Set(['exact', 'within1', 'tpr', 'tnr']);

type Outlook = NeededLabels['outlook'];
type Guess = Pick<NeededLabels, 'labels' | 'outlook'> & { readonly isBlind?: true };

/**
 * How many further labels would decide a figure that is open, if the judge goes on as it does.
 *
 * Rates: the smallest number for which Wilson's interval at the present rate no longer holds the limit; new samples are
 * taken to be of conversations of their own. Others: the interval narrows with the root of n, and that of a judge that
 * is always right with n + z², as what it hides does (see `toUnseenFigures`). Without a value or an interval a judge without an error is assumed, so that the number is the least there can be.
 */
export function toNeededLabels(name: FigureName, figure: Figure, limit: number): NeededLabels {
  const guess = rates.has(name) ? guessOfRate(figure, limit) : guessOfOther(figure, limit);
  const labelClass = name === 'tpr' ? 'pass' : name === 'tnr' ? 'fail' : 'any';
  const needed = { figure: name, class: labelClass, labels: guess.labels, outlook: guess.outlook } as const;
  return { ...needed, says: renderNeeded(needed, guess.isBlind === true) };
}

function guessOfRate(figure: Figure, limit: number): Guess {
  if (figure.value === null) return { ...searchLabels({ rate: 1, size: 0, limit }), isBlind: true };
  return searchLabels({ rate: figure.value, size: toWilsonSize(figure), limit });
}

interface RateSearch {
  readonly rate: number;
  /** Independent trials so far. */
  readonly size: number;
  readonly limit: number;
}

/** The more trials, the narrower: so the smallest number that decides is found by halving. */
function searchLabels({ rate, size, limit }: RateSearch): Guess {
  const decide = (labels: number): Outlook => {
    const { low, high } = wilsonEnds(rate, size + labels);
    return low >= limit ? 'met' : high < limit ? 'missed' : null;
  };
  if (decide(mostLabels) === null) return { labels: mostLabels, outlook: null };
  let undecided = 0;
  let decided = mostLabels;
  while (decided - undecided > 1) {
    const middle = Math.floor((undecided + decided) / 2);
    if (decide(middle) === null) undecided = middle;
    else decided = middle;
  }
  return { labels: decided, outlook: decide(decided) };
}

function guessOfOther({ value, low, high, n }: Figure, limit: number): Guess {
  if (value === null || low === undefined || high === undefined) {
    return { ...toGuess(toBlindSize(limit) - n, 'met'), isBlind: true };
  }
  const width = value >= limit ? value - low : high - value;
  const narrower = width / Math.abs(value - limit);
  const size = value === 1 ? (n + z2) * narrower - z2 : n * narrower ** 2;
  return toGuess(size - n, value >= limit ? 'met' : 'missed');
}

/**
 * For a judge that agrees with people on all of m samples, half of which agree by chance: one in m/z² + 1 may hide a
 * disagreement, which costs 2 of κ; 1 − 2·z²/(m + z²) has to reach the limit.
 */
function toBlindSize(limit: number): number {
  return (z2 * (1 + limit)) / (1 - limit);
}

function toGuess(labels: number, outlook: Outlook): Guess {
  if (!(labels <= mostLabels)) return { labels: mostLabels, outlook: null };
  // What rounding adds to a whole number is no label.
  return { labels: Math.max(1, Math.ceil(labels - 1e-6)), outlook };
}

function renderNeeded(needed: Omit<NeededLabels, 'says'>, isBlind: boolean): string {
  const { figure, labels, outlook } = needed;
  const title = figureTitles[figure];
  const noun = needed.class === 'any' ? 'label' : 'conversation';
  const kind = needed.class === 'any' ? '' : ` that people ${needed.class}`;
  if (isTooNear(needed)) {
    return `${title} needs more than ${mostTold} more ${noun}s${kind}: it is too near its limit to tell.`;
  }
  const more = `${renderNumberOf(labels, `more ${noun}`)}${kind}`;
  if (isBlind) return `${title} needs at least ${more}, all judged right.`;
  return outlook === 'missed' ? `${title} would be missed with about ${more}.` : `${title} needs about ${more}.`;
}
