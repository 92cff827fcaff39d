import { renderNumberOf } from '../../base/number-of.ts';
import { type MetricName, metricTable } from '../../statistics/metric-table.ts';
import { normalQuantile } from '../../statistics/rates/normal-quantile.ts';
import { z2, z95 } from '../../statistics/rates/wilson.ts';
import { decisionChance } from '../../statistics/trust/decision-chance.ts';
import type { MetricEstimate, NeededLabels } from '../calibration.ts';
import { type GateCounts, toGateCounts } from './gate-counts.ts';

/** Few people label more than this to decide one metric. */
const mostLabels = 1000;

/** The chance that the larger of the two numbers is chosen for. */
const likelyChance = 0.8;

interface LabelNeed {
  readonly name: MetricName;
  readonly metric: MetricEstimate;
  /** What the gate counts of a rate. Default: all samples. */
  readonly counts?: GateCounts;
  readonly threshold: number;
  /** E-values that decide a rate; absent for metrics that an interval decides. */
  readonly needed?: { readonly met: number; readonly missed: number };
  /**
   * What will still count when random labels are added: labels that a person or a verdict chose only say what the rate
   * may be. Default: everything.
   */
  readonly lasting?: GateCounts;
}

type Guess = Pick<NeededLabels, 'labels' | 'chance' | 'outlook'>;

/**
 * How many further random labels would decide a metric that is inconclusive: the fewest that can, with the chance that
 * they do, and the number that does with a chance of 80%.
 *
 * Rates: by `decisionChance`. Others: the interval narrows with the root of n, so that the metric is decided with a chance
 * of 50% at n·(half-width/distance)², and of 80% with z₀.₉₇₅ + z₀.₈ in place of z₀.₉₇₅; that of a judge that is always right
 * narrows with n + z². Without a value or an interval, a judge without an error is assumed.
 */
export function toNeededLabels(need: LabelNeed): NeededLabels {
  const { name } = need;
  const guess = need.needed === undefined ? guessByInterval(need) : guessOfRate(need, need.needed);
  const labelClass = name === 'tpr' ? 'pass' : name === 'tnr' ? 'fail' : 'any';
  const found = { metric: name, class: labelClass, ...guess } as const;
  return { ...found, summary: renderNeeded(found) };
}

function guessOfRate(
  { metric, counts, threshold, lasting }: LabelNeed,
  needed: { met: number; missed: number },
): Guess {
  const { hits, size } = counts ?? toGateCounts(metric);
  const seen = { hits, n: size };
  const counted = lasting === undefined ? seen : { hits: lasting.hits, n: lasting.size, seen };
  const { decided, met } = decisionChance({ ...counted, threshold, needed, most: mostLabels });
  // Labels that all agree with what the metric looks like so far decide it first.
  const isMet = metric.value === null || metric.value >= threshold;
  const first = decided.findIndex((chance, labels) => (isMet ? (met[labels] ?? 0) : chance - (met[labels] ?? 0)) > 0);
  const likely = decided.findIndex((chance) => chance >= likelyChance);
  const last = decided.length - 1;
  const share = (met[last] ?? 0) / Math.max(decided[last] ?? 0, 1e-12);
  const fewest = first === -1 ? mostLabels : Math.max(1, first);
  return {
    labels: { fewest, likely: likely === -1 ? null : Math.max(fewest, likely) },
    chance: {
      fewest: decided[Math.min(last, Math.max(1, first))] ?? 0,
      likely: decided[likely === -1 ? last : likely] ?? 0,
    },
    outlook: toOutlook(share, size),
  };
}

/** Without labels nothing is known of the judge. */
function toOutlook(share: number, size: number): NeededLabels['outlook'] {
  if (size === 0) return null;
  if (share >= likelyChance) return 'met';
  return share <= 1 - likelyChance ? 'missed' : null;
}

function guessByInterval({
  metric: { value, low, high, n },
  threshold,
  lasting = { hits: 0, size: n },
}: LabelNeed): Guess {
  if (value === null || low === null || high === null) {
    return toGuess(toBlindSize(threshold), lasting.size, 'met');
  }
  const width = value >= threshold ? value - low : high - value;
  const narrower = width / Math.abs(value - threshold);
  const size = value === 1 ? (n + z2) * narrower - z2 : n * narrower ** 2;
  return toGuess(size, lasting.size, value >= threshold ? 'met' : 'missed');
}

function toGuess(size: number, n: number, outlook: NeededLabels['outlook']): Guess {
  const more = ((z95 + normalQuantile(likelyChance)) / z95) ** 2;
  // What rounding adds to a whole number is not a label.
  const toLabels = (wanted: number) => Math.max(1, Math.ceil(wanted - n - 1e-6));
  const [fewest, likely] = [toLabels(size), toLabels(size * more)];
  if (!(fewest <= mostLabels)) {
    return { labels: { fewest: mostLabels, likely: null }, chance: { fewest: 0, likely: 0 }, outlook: null };
  }
  const isLikely = likely <= mostLabels;
  return {
    labels: { fewest, likely: isLikely ? likely : null },
    chance: { fewest: 0.5, likely: isLikely ? likelyChance : 0.5 },
    outlook,
  };
}

/**
 * For a judge that agrees with people on all of m samples, half of which agree by chance: one in m/z² + 1 may hide a
 * disagreement, which costs 2 of κ. 1 − 2·z²/(m + z²) has to reach the threshold.
 */
function toBlindSize(threshold: number): number {
  return (z2 * (1 + threshold)) / (1 - threshold);
}

function renderNeeded({ metric, class: labelClass, labels, chance, outlook }: Omit<NeededLabels, 'summary'>): string {
  const title = metricTable[metric].title;
  const kind = labelClass === 'any' ? 'random' : `random ${labelClass}ing`;
  const { fewest, likely } = labels;
  if (likely === null) {
    const most = mostLabels.toLocaleString('en');
    const least = fewest < mostLabels ? ` It needs at least ${fewest}.` : '';
    return `${title} is so close to its threshold that even ${most} more ${kind} labels have only ${withArticle(toChance(chance.likely))} chance of deciding it.${least}`;
  }
  const outcome = outlook === 'missed' ? 'missed' : 'met';
  const first = fewest === likely ? chance.likely : chance.fewest;
  const later = fewest === likely ? '' : ` With ${likely.toLocaleString('en')}, it is ${toChance(chance.likely)}.`;
  return `With ${renderNumberOf(fewest, `more ${kind} label`)}, the chance that ${title} is ${outcome} is ${toChance(first)}.${later}`;
}

/** `a 30%`, `an 8%`, `an 11%`. */
function withArticle(percent: string): string {
  return `${/^(8|1[18]%)/.test(percent) ? 'an' : 'a'} ${percent}`;
}

/** Never 0% or 100% for what can be otherwise. */
function toChance(chance: number): string {
  return `${Math.min(99, Math.max(1, Math.round(chance * 100)))}%`;
}
