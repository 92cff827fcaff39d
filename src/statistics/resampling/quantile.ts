import type { PointEstimate } from '../estimate.ts';

/**
 * Quantile by linear interpolation between the two nearest values: type 7, as R, NumPy and spreadsheets have it.
 *
 * With the values in order x₀ … xₙ₋₁ and h = (n − 1)·share, it is x_⌊h⌋ + (h − ⌊h⌋)·(x_⌊h⌋₊₁ − x_⌊h⌋).
 * Edges: no values → null, with a reason. One value is each of its quantiles.
 * Source: R. J. Hyndman, Y. Fan, "Sample quantiles in statistical packages", The American Statistician 50 (1996).
 *
 * @example quantile([4, 1, 3, 2], 0.5)  // { value: 2.5 }
 */
export function quantile(values: readonly number[], share: number): PointEstimate {
  if (values.length === 0) return { value: null, why: 'no values' };
  const strange = values.find((value) => !Number.isFinite(value));
  if (strange !== undefined) throw new RangeError(`a quantile needs finite numbers, got ${strange}`);
  return { value: quantileOfSorted(Float64Array.from(values).sort(), share) };
}

/** Takes values in rising order. There must be at least one. */
export function quantileOfSorted(sorted: ArrayLike<number>, share: number): number {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`a quantile needs a share from 0 to 1, got ${share}`);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new RangeError('a quantile needs at least one value');
  return below + (place - Math.floor(place)) * (above - below);
}
