import type { Random } from './seeded-random.ts';

/** Up to here as many exponential draws are faster. */
const fewDraws = 4;

/**
 * A random number with the gamma distribution of a whole shape and scale 1: the sum of `shape` exponential ones.
 *
 * Edges: a shape of 0 gives 0.
 * Source: G. Marsaglia, W. W. Tsang, "A simple method for generating gamma variables", ACM Transactions on Mathematical
 * Software 26 (2000); few: −log of a product of uniform numbers.
 *
 * @example randomGamma(1, seededRandom(1))  // exponential
 */
export function randomGamma(shape: number, random: Random): number {
  if (!Number.isInteger(shape) || shape < 0)
    throw new RangeError(`a shape must be a whole number, 0 or more, got ${shape}`);
  if (shape <= fewDraws) {
    let product = 1;
    for (let draw = 0; draw < shape; draw++) product *= 1 - random();
    return -Math.log(product);
  }
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const cube = (1 + c * normal) ** 3;
    if (cube <= 0) continue;
    if (Math.log(1 - random()) < normal ** 2 / 2 + d - d * cube + d * Math.log(cube)) return d * cube;
  }
}
