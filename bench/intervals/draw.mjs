import { randomBinomial } from '../../src/statistics/resampling/random-binomial.ts';
import { seededRandom } from '../../src/statistics/resampling/seeded-random.ts';

/** The random numbers of one table: the same ones each time, so that a table changes only with the code it measures. */
export function toDice(seed) {
  const random = seededRandom(seed);
  const upTo = (count) => Math.floor(count * random());
  return {
    random,
    upTo,
    isHit: (probability) => random() < probability,
    binomial: (n, probability) => randomBinomial(n, probability, random),
    /** The rate of one cluster, where any two trials of a cluster have a correlation of `icc`. */
    clusterRate: (mean, icc) => {
      if (icc === 0 || mean === 0 || mean === 1) return mean;
      return drawBeta(random, (mean * (1 - icc)) / icc, ((1 - mean) * (1 - icc)) / icc);
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  };
}

/** A random number of the beta distribution. */
export function drawBeta(random, a, b) {
  const x = gamma(a, random);
  return x / (x + gamma(b, random));
}

/** G. Marsaglia, W. W. Tsang, "A simple method for generating gamma variables", ACM TOMS 26 (2000). */
function gamma(shape, random) {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}
