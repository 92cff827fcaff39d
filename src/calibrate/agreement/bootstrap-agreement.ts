import { type Estimate, type PointEstimate, undefinedEstimate } from '../../statistics/estimate.ts';
import { randomGamma } from '../../statistics/resampling/random-gamma.ts';
import type { Resampling } from '../../statistics/resampling/resample-groups.ts';
import { type Random, seededRandom } from '../../statistics/resampling/seeded-random.ts';
import {
  toUnseenDraws,
  toWidenedEnds,
  toWidenedTail,
  type UnseenDraws,
} from '../../statistics/resampling/widened-ends.ts';
import type { UnseenKind } from './unseen-units.ts';

/** Metrics of the same units: what could come next is the same for all of them. */
export interface ResampledMetrics<Name extends string | number> {
  readonly n: number;
  /** Conversations that these units are from. */
  readonly conversations: number;
  readonly compute: ReadonlyMap<Name, () => PointEstimate>;
  /** Calls `read` while an unseen unit of this kind counts as `weight` units. */
  readonly withUnseen: (unseen: Unseen, read: () => void) => void;
}

interface Unseen {
  readonly kind: UnseenKind;
  readonly weight: number;
  readonly random: Random;
}

interface ResampledSource extends Resampling {
  /** How many conversations each group has. */
  readonly sizes: readonly number[];
  /** Makes the metrics those of a resample, in which the conversations of each group have this weight together. */
  readonly weigh: (weights: ArrayLike<number>) => void;
}

/** With fewer, an interval would say next to nothing. */
const fewestConversations = 5;

/** A resample is a whole population, so terms for small samples, as in α, have to vanish. */
const populationSize = 1e6;

/**
 * Metrics with 95% CIs, all from the same resamples. It overwrites the ratings with those of the last one.
 *
 * The method of `agreementIntervals`: every conversation has an exponential weight in each resample, and one unseen
 * conversation of mean size is added, a disagreement for the lower end and an agreement for the upper.
 */
export function bootstrapAgreement<Name extends string | number>(
  metrics: readonly ResampledMetrics<Name>[],
  { sizes, weigh, resamples, seed }: ResampledSource,
): ReadonlyMap<Name, Estimate> {
  weigh(sizes);
  const batches = metrics.map((batch, place) => toBatch(batch, { resamples, seed: seed + 1 + place }));
  const drawn = batches.filter(({ metrics }) => metrics.some(({ draws }) => draws !== undefined));
  const random = seededRandom(seed);
  const weights = new Float64Array(sizes.length);
  for (let place = 0; drawn.length > 0 && place < resamples; place++) {
    const scale = drawWeights(sizes, weights, random);
    weigh(weights);
    for (const batch of drawn) drawBatch(batch, place, scale);
  }
  return new Map(batches.flatMap((batch) => batch.metrics.map((metric) => [metric.name, toEstimate(metric, batch)])));
}

interface Batch<Name> extends Pick<ResampledMetrics<string | number>, 'n' | 'conversations' | 'withUnseen'> {
  readonly metrics: readonly DrawnMetric<Name>[];
  /** Its own, so that an interval does not depend on which other metrics are computed. */
  readonly random: Random;
}

interface DrawnMetric<Name> {
  readonly name: Name;
  readonly compute: () => PointEstimate;
  readonly point: PointEstimate;
  /** Absent where there is no interval. */
  readonly draws: UnseenDraws | undefined;
}

function toBatch<Name extends string | number>(
  resampled: ResampledMetrics<Name>,
  { resamples, seed }: Resampling,
): Batch<Name> {
  const metrics = [...resampled.compute].map(([name, compute]) => {
    const point = compute();
    const isDrawn = point.value !== null && resampled.conversations >= fewestConversations;
    return { name, compute, point, draws: isDrawn ? toUnseenDraws(resamples) : undefined };
  });
  return { ...resampled, metrics, random: seededRandom(seed) };
}

/** Writes the weight of each group. Returns what a conversation of exponential weight 1 counts as. */
function drawWeights(sizes: readonly number[], weights: Float64Array, random: Random): number {
  let sum = 0;
  for (let group = 0; group < weights.length; group++) {
    const weight = randomGamma(sizes[group] ?? 0, random);
    weights[group] = weight;
    sum += weight;
  }
  const scale = populationSize / sum;
  for (let group = 0; group < weights.length; group++) weights[group] = scale * (weights[group] ?? 0);
  return scale;
}

function drawBatch<Name>(
  { n, conversations, withUnseen, metrics, random }: Batch<Name>,
  place: number,
  scale: number,
): void {
  const read = (kind: keyof UnseenDraws) => {
    for (const { compute, draws } of metrics) {
      // A write beyond the end of the plain draws is ignored.
      if (draws !== undefined) draws[kind][place] = compute().value ?? Number.NaN;
    }
  };
  if (metrics.some(({ draws }) => draws !== undefined && place < draws.plain.length)) read('plain');
  const drawWeight = () => (scale * n * randomGamma(1, random)) / conversations;
  withUnseen({ kind: 'disagreement', weight: drawWeight(), random }, () => read('disagreeing'));
  withUnseen({ kind: 'agreement', weight: drawWeight(), random }, () => read('agreeing'));
}

function toEstimate<Name>({ point, draws }: DrawnMetric<Name>, { n, conversations }: Batch<Name>): Estimate {
  const { value, why } = point;
  if (value === null) return undefinedEstimate(n, why ?? 'it is undefined');
  if (draws === undefined) return { ...undefinedEstimate(n, 'no interval: fewer than five conversations'), value };
  const ends = toWidenedEnds(value, draws, { tail: toWidenedTail(0.95, conversations), kind: 'share' });
  if (ends.low === null || ends.high === null) return { ...undefinedEstimate(n, `no interval: ${ends.why}`), value };
  return { value, low: ends.low, high: ends.high, n };
}
