import type { Estimate } from '../../statistics/estimate.ts';
import type { ClusterSum } from '../../statistics/rates/clustered-error.ts';
import { clusteredMeanInterval } from '../../statistics/rates/clustered-mean.ts';
import type { Bounds } from '../../statistics/rates/unseen-spread.ts';

/** Sums of clusters of the same size: how many, their mean, and their second to fourth powers around it. */
interface Moments {
  times: number;
  mean: number;
  squares: number;
  cubes: number;
  fourths: number;
}

const unitBounds: Bounds = { min: 0, max: 1 };

/**
 * A mean, added up as it comes. What is named as part of a cluster is kept by cluster; of what is a cluster of its own
 * only mean and spread are, so that the tally does not grow with it.
 */
export class MeanTally {
  readonly #bounds: Bounds;
  /** By the number of values of a cluster. */
  readonly #moments = new Map<number, Moments>();
  readonly #clusters = new Map<string, { sum: number; count: number }>();

  constructor(bounds: Bounds = unitBounds) {
    this.#bounds = bounds;
  }

  /** `cluster` undefined: these values are a cluster of their own. */
  add(values: readonly number[], cluster: string | undefined): void {
    if (values.length === 0) return;
    const sum = values.reduce((total, value) => total + value, 0);
    if (cluster === undefined) {
      this.#addMoment(sum, values.length);
      return;
    }
    const known = this.#clusters.get(cluster);
    if (known === undefined) this.#clusters.set(cluster, { sum, count: values.length });
    else {
      known.sum += sum;
      known.count += values.length;
    }
  }

  /** P. Pébay, "Formulas for robust, one-pass parallel computation of covariances and arbitrary-order moments" (2008). */
  #addMoment(sum: number, count: number): void {
    const moments = this.#moments.get(count) ?? { times: 0, mean: 0, squares: 0, cubes: 0, fourths: 0 };
    const before = moments.times;
    const times = before + 1;
    const step = (sum - moments.mean) / times;
    const square = (sum - moments.mean) * step * before;
    moments.times = times;
    moments.mean += step;
    moments.fourths +=
      square * step ** 2 * (times ** 2 - 3 * times + 3) + 6 * step ** 2 * moments.squares - 4 * step * moments.cubes;
    moments.cubes += square * step * (times - 2) - 3 * step * moments.squares;
    moments.squares += square;
    this.#moments.set(count, moments);
  }

  toInterval(): Estimate {
    const alike = [...this.#moments].flatMap(([count, moments]) => toClusters(count, moments));
    return clusteredMeanInterval([...this.#clusters.values(), ...alike], this.#bounds);
  }
}

/**
 * Three clusters, one of them at the mean, with the same mean and the same powers around it, so the same interval: at a
 * distance of a below and b above, a + b = m₃/m₂ and ab = (a + b)² − m₄/m₂.
 */
function toClusters(count: number, { times, mean, squares, cubes, fourths }: Moments): readonly ClusterSum[] {
  if (squares === 0) return [{ sum: mean, count, times }];
  const variance = squares / times;
  const deviation = Math.sqrt(variance);
  // The fourth power of a tiny spread would vanish: one deviation above and one below are near enough.
  if (deviation < 1e-30) return [-deviation, deviation].map((from) => ({ sum: mean + from, count, times: times / 2 }));
  const sum = cubes / squares;
  const root = Math.sqrt(Math.max(4 * (fourths / squares) - 3 * sum ** 2, sum ** 2 + 4 * variance));
  const [below, above] = [(sum - root) / 2, (sum + root) / 2];
  const ofBelow = -squares / (root * below);
  const ofAbove = squares / (root * above);
  return [
    { sum: mean + below, count, times: ofBelow },
    { sum: mean + above, count, times: ofAbove },
    { sum: mean, count, times: Math.max(0, times - ofBelow - ofAbove) },
  ];
}
