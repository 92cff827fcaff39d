import type { Figure } from '../../conversation/certificate.ts';
import { type BootstrapInterval, middleOf } from '../../statistics/bootstrap.ts';
import type { Figure as Value } from '../../statistics/figure.ts';
import { type Resampling, resampleGroups } from '../../statistics/resample-groups.ts';

/** A figure that is computed again on every resample. */
export interface Resampled {
  readonly n: number;
  /** Conversations that it stands on. */
  readonly conversations: number;
  readonly compute: () => Value;
}

export interface ResampledSource extends Resampling {
  /** How many conversations each group has. */
  readonly sizes: readonly number[];
  /** Makes the figures those of a resample, in which each group was drawn so often. */
  readonly weigh: (drawn: ArrayLike<number>) => void;
}

const minUsableShare = 0.9;

/** Resamples of fewer conversations than this are nearly all the same few. */
const fewestConversations = 5;

/** The figures with their intervals, all from the same resamples. Afterwards they are those of the last one. */
export function bootstrapAgreement<Name extends string | number>(
  figures: ReadonlyMap<Name, Resampled>,
  { sizes, weigh, resamples, seed }: ResampledSource,
): ReadonlyMap<Name, Figure> {
  weigh(sizes);
  const kept = [...figures].map(([name, { n, conversations, compute }]) => {
    const point = compute();
    const isDrawn = point.value !== null && conversations >= fewestConversations;
    return { name, n, compute, point, isDrawn, values: new Float64Array(isDrawn ? resamples : 0), usable: 0 };
  });
  const drawnAgain = kept.filter(({ isDrawn }) => isDrawn);
  if (drawnAgain.length > 0) {
    resampleGroups(sizes, { resamples, seed }, (drawn) => {
      weigh(drawn);
      for (const figure of drawnAgain) {
        const { value } = figure.compute();
        if (value !== null) figure.values[figure.usable++] = value;
      }
    });
  }
  return new Map(
    kept.map(({ name, n, point: { value, why }, isDrawn, values, usable }) => {
      if (value === null) return [name, { value, n, why: why ?? 'it is undefined' }];
      if (!isDrawn) return [name, { value, n, why: 'no interval: fewer than five conversations' }];
      return [name, toFigure(value, middleOf(values.subarray(0, usable), resamples, minUsableShare), n)];
    }),
  );
}

/**
 * An interval without width would look like certainty. One beside its figure, as resamples of few units per pair of raters
 * can give, is widened to hold it.
 */
function toFigure(value: number, { low, high }: BootstrapInterval, n: number): Figure {
  if (low === null || high === null) return { value, n, why: 'no interval: too few ratings differ' };
  if (high - low < 1e-12) return { value, n, why: 'no interval: every resample gives the same' };
  return { value, low: Math.min(low, value), high: Math.max(high, value), n };
}
