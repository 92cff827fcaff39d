import type { Estimate } from '../../statistics/estimate.ts';
import { clusteredRateInterval } from '../../statistics/rates/clustered-rate.ts';
import { wilsonInterval } from '../../statistics/rates/wilson.ts';

/** Passes among what was decided, in one cluster. */
interface Cluster {
  readonly successes: number;
  readonly trials: number;
}

/**
 * A rate, counted as it comes. What is named as part of a cluster is kept by cluster; what is a cluster of its own is
 * only counted by its shape, so that the tally does not grow with it.
 */
export class RateTally {
  readonly #shapes = new Map<string, Cluster & { count: number }>();
  readonly #clusters = new Map<string, { successes: number; trials: number }>();

  /** `cluster` undefined: this is a cluster of its own. */
  add({ successes, trials }: Cluster, cluster: string | undefined): void {
    if (trials === 0) return;
    if (cluster === undefined) {
      const key = `${successes}/${trials}`;
      const shape = this.#shapes.get(key);
      if (shape === undefined) this.#shapes.set(key, { successes, trials, count: 1 });
      else shape.count += 1;
      return;
    }
    const known = this.#clusters.get(cluster);
    if (known === undefined) this.#clusters.set(cluster, { successes, trials });
    else {
      known.successes += successes;
      known.trials += trials;
    }
  }

  addOne(isSuccess: boolean, cluster: string | undefined): void {
    this.add({ successes: Number(isSuccess), trials: 1 }, cluster);
  }

  /** Wilson's where every cluster is one trial; else the one for clusters. */
  toInterval(): Estimate {
    const [shapes, clusters] = [[...this.#shapes.values()], [...this.#clusters.values()]];
    if ([...shapes, ...clusters].some(({ trials }) => trials > 1)) {
      return clusteredRateInterval([
        ...clusters,
        ...shapes.flatMap((shape) => Array<Cluster>(shape.count).fill(shape)),
      ]);
    }
    const trials = clusters.length + shapes.reduce((sum, { count }) => sum + count, 0);
    const successes =
      clusters.reduce((sum, cluster) => sum + cluster.successes, 0) +
      shapes.reduce((sum, shape) => sum + shape.successes * shape.count, 0);
    return wilsonInterval(successes, trials);
  }
}
