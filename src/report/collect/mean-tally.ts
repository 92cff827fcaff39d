import type { ClusterSum } from '../../statistics/clustered-error.ts';
import { clusteredMeanInterval } from '../../statistics/clustered-mean.ts';
import type { Bounds } from '../../statistics/unseen-spread.ts';
import type { MeanFigure } from '../run-figures.ts';

/** Sums of clusters of the same size: how many, their mean, and their squares around it (Welford). */
interface Moments {
  times: number;
  mean: number;
  squares: number;
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

  #addMoment(sum: number, count: number): void {
    const moments = this.#moments.get(count) ?? { times: 0, mean: 0, squares: 0 };
    const from = sum - moments.mean;
    moments.times += 1;
    moments.mean += from / moments.times;
    moments.squares += from * (sum - moments.mean);
    this.#moments.set(count, moments);
  }

  toInterval(): MeanFigure {
    const alike = [...this.#moments].flatMap(([count, moments]) => toClusters(count, moments));
    return clusteredMeanInterval([...this.#clusters.values(), ...alike], this.#bounds);
  }
}

/** Half of them one deviation above the mean and half below: the same mean and spread, so the same interval. */
function toClusters(count: number, { times, mean, squares }: Moments): readonly ClusterSum[] {
  if (squares === 0) return [{ sum: mean, count, times }];
  const deviation = Math.sqrt(squares / times);
  return [
    { sum: mean + deviation, count, times: times / 2 },
    { sum: mean - deviation, count, times: times / 2 },
  ];
}
