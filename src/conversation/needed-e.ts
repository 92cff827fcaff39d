/** Chance that a judge at its threshold is trusted, however often it is measured. */
const trustAlpha = 0.025;

/**
 * The e-value that the k-th judge of a test set needs: 1/α_k with α_1 = 0.025 and α_k = 0.025/(k(k − 1)). The chances
 * of all judges to be trusted by luck add up to at most 5%.
 *
 * @example toNeededE(2)  // 80
 */
export function toNeededE(judgeNumber: number): number {
  if (!Number.isInteger(judgeNumber) || judgeNumber < 1) {
    throw new RangeError(`judges of a test set are counted from 1, got ${judgeNumber}`);
  }
  return (judgeNumber < 2 ? 1 : judgeNumber * (judgeNumber - 1)) * Math.round(1 / trustAlpha);
}
