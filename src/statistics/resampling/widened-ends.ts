import type { MetricKind } from '../metric-table.ts';
import { normalQuantile } from '../rates/normal-quantile.ts';
import { studentQuantile } from '../rates/student-quantile.ts';
import { quantileOfSorted } from './quantile.ts';

/** What a metric was in each resample. */
export interface UnseenDraws {
  /** With an unseen disagreement, and with an unseen agreement. */
  readonly disagreeing: Float64Array;
  readonly agreeing: Float64Array;
  /** Without, of some of them: for the bias. */
  readonly plain: Float64Array;
}

interface WidenedEndOptions {
  /** The share of resamples beyond each end, see `toWidenedTail`. */
  readonly tail: number;
  /** Agreement raises a share or coefficient and lowers a distance. It moves a shift either way. */
  readonly kind: MetricKind;
}

interface WidenedEnds {
  readonly low: number | null;
  readonly high: number | null;
  readonly why?: string;
}

/** More of them would not make the bias much surer. */
const biasResamples = 500;

export function toUnseenDraws(resamples: number): UnseenDraws {
  const draw = () => new Float64Array(resamples);
  return { disagreeing: draw(), agreeing: draw(), plain: new Float64Array(Math.min(resamples, biasResamples)) };
}

/**
 * The interval of resamples with an unseen disagreement (for the end that it moves out) and an unseen agreement (for the
 * other). Where resamples without either are biased, an end moves out by twice the bias. The value is always inside.
 *
 * Edges: a resample without a number gives no ends, with the reason. Draws are sorted in place.
 */
export function toWidenedEnds(value: number, draws: UnseenDraws, { tail, kind }: WidenedEndOptions): WidenedEnds {
  const disagreeing = draws.disagreeing.sort();
  const agreeing = draws.agreeing.sort();
  // NaN sorts last.
  if (Number.isNaN(disagreeing.at(-1)) || Number.isNaN(agreeing.at(-1))) {
    return { low: null, high: null, why: 'the numbers are too large to compute with' };
  }
  const shift = 2 * toShift(value, draws.plain);
  const isRaised = kind === 'share' || kind === 'coefficient';
  const low = quantileOfSorted(kind === 'distance' ? agreeing : disagreeing, tail) + Math.min(0, shift);
  const high = quantileOfSorted(isRaised ? agreeing : disagreeing, 1 - tail) + Math.max(0, shift);
  return {
    low: isSame(low, value) ? value : Math.max(isRaised ? -1 : -Infinity, Math.min(value, low)),
    high: isSame(high, value) ? value : Math.min(isRaised ? 1 : Infinity, Math.max(value, high)),
  };
}

/** How far the value is from the mean of resamples, as far as that is not chance. */
function toShift(value: number, draws: Float64Array): number {
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
  const squares = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0);
  const sure = Math.abs(value - mean) - (2 * Math.sqrt(squares)) / draws.length;
  return sure > 0 ? Math.sign(value - mean) * sure : 0;
}

/** Rounding may differ between resamples of a metric that never varies. */
function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-12;
}

/**
 * Φ(−√(G/(G − 1)) · t): the quantile of resamples of G clusters where Student's t would end.
 *
 * Source: T. C. Hesterberg, "What teachers should know about the bootstrap", The American Statistician 69 (2015), 3.4.
 *
 * @example toWidenedTail(0.95, 20)  // 0.0159, not 0.025
 */
export function toWidenedTail(level: number, clusters: number): number {
  const end = Math.sqrt(clusters / (clusters - 1)) * studentQuantile((1 + level) / 2, clusters - 1);
  let [tail, above] = [1e-9, 0.5];
  for (let step = 0; step < 60; step++) {
    const middle = (tail + above) / 2;
    if (-normalQuantile(middle) > end) tail = middle;
    else above = middle;
  }
  return tail;
}
