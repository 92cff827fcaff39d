/** A score as people write it: `−2`, `0.25`. */
export function toScoreText(score: number): string {
  return String(Number(score.toPrecision(6))).replace('-', '−');
}
