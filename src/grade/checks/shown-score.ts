/** A score for people: three decimals at most, and never rounded to a 1 or a 0 that it is not. */
export function toShownScore(score: number): string {
  const rounded = Number(score.toFixed(3));
  if (rounded === 1 && score < 1) return '0.999';
  return rounded === 0 && score > 0 ? '0.001' : String(rounded);
}
