export interface Weighed {
  readonly normalizedScore: number;
  readonly weight: number;
}

/** By weight. Held between the least and the greatest, which rounding may step over. Not for an empty list. */
export function toWeightedMean(entries: readonly Weighed[]): number {
  let sum = 0;
  let weights = 0;
  for (const { normalizedScore, weight } of entries) {
    sum += normalizedScore * weight;
    weights += weight;
  }
  const units = entries.map(({ normalizedScore }) => normalizedScore);
  return Math.min(Math.max(sum / weights, Math.min(...units)), Math.max(...units));
}
