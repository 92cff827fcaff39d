import type { Figure } from '../../conversation/certificate.ts';
import { type BootstrapInterval, middleOf, minClusters, tooFewClusters } from '../../statistics/bootstrap.ts';
import type { Figure as Value } from '../../statistics/figure.ts';
import { type Resampling, resampleGroups } from '../../statistics/resample-groups.ts';

/** A figure that is computed again on every resample. */
export interface Resampled {
  readonly n: number;
  readonly compute: () => Value;
}

export interface ResampledSource extends Resampling {
  /** How many conversations each group has. */
  readonly sizes: readonly number[];
  /** Makes the figures those of a resample, in which each group was drawn so often. */
  readonly weigh: (drawn: ArrayLike<number>) => void;
}

const minUsableShare = 0.9;

/** The figures with their intervals, all from the same resamples. Afterwards they are those of the last one. */
export function bootstrapAgreement<Name extends string | number>(
  figures: ReadonlyMap<Name, Resampled>,
  { sizes, weigh, resamples, seed }: ResampledSource,
): ReadonlyMap<Name, Figure> {
  weigh(sizes);
  const kept = [...figures].map(([name, { n, compute }]) => {
    const point = compute();
    return { name, n, compute, point, values: new Float64Array(point.value === null ? 0 : resamples), usable: 0 };
  });
  const isEnough = sizes.reduce((sum, size) => sum + size, 0) >= minClusters;
  const defined = kept.filter(({ point }) => point.value !== null);
  if (isEnough && defined.length > 0) {
    resampleGroups(sizes, { resamples, seed }, (drawn) => {
      weigh(drawn);
      for (const figure of defined) {
        const { value } = figure.compute();
        if (value !== null) figure.values[figure.usable++] = value;
      }
    });
  }
  return new Map(
    kept.map(({ name, n, point, values, usable }) => {
      if (point.value === null) return [name, { value: null, n, why: point.why ?? 'it is undefined' }];
      const interval = isEnough ? middleOf(values.subarray(0, usable), resamples, minUsableShare) : tooFewClusters;
      return [name, toFigure(point.value, interval, n)];
    }),
  );
}

/**
 * An interval without width would look like certainty. One beside its figure, as resamples of few units per pair of raters
 * can give, is widened to hold it.
 */
function toFigure(value: number, { low, high, why }: BootstrapInterval, n: number): Figure {
  if (low === null || high === null) return { value, n, why: `no interval: ${why ?? 'it is undefined'}` };
  if (high - low < 1e-12) return { value, n, why: 'no interval: every resample gives the same' };
  return { value, low: Math.min(low, value), high: Math.max(high, value), n };
}
