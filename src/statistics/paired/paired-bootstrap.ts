import { unseenSpread } from '../rates/unseen-spread.ts';
import { type BootstrapInterval, type BootstrapOptions, bootstrapInterval } from '../resampling/bootstrap.ts';

/** The pairs of one cluster: how many, and their differences added up. `times`: how many clusters are like this one. */
export interface PairCluster {
  readonly pairs: number;
  /** Of differences from −1 to 1. */
  readonly difference: number;
  readonly times?: number;
}

export interface PairedInterval extends BootstrapInterval {
  /** Mean difference of a pair. */
  readonly value: number | null;
  readonly n: number;
  readonly clusters: number;
  /** `bound`: the clusters are all alike, and resampling them says nothing. */
  readonly method: 'bootstrap' | 'bound';
}

/**
 * 95% CI of the mean difference of pairs that come in clusters: whole clusters are drawn again and again, and
 * the mean taken over the pairs of those drawn.
 *
 * Edges: no pairs → null, with a reason. All clusters alike (one cluster, all ties, all wins): the interval of
 * `unseenSpread` within −1 and 1, since every resample would give the same.
 * Source: as `bootstrapInterval`.
 *
 * @example pairedBootstrap([{ pairs: 1, difference: 1, times: 8 }, { pairs: 1, difference: 0, times: 40 }])
 */
export function pairedBootstrap(clusters: readonly PairCluster[], options: BootstrapOptions = {}): PairedInterval {
  const { sizes, pairs, differences } = toGroups(clusters);
  const count = sum(sizes, () => 1);
  const n = sum(sizes, (group) => pairs[group] ?? 0);
  if (n === 0) {
    const none = { low: null, high: null, resamples: 0, unusable: 0, clusters: 0 };
    return { value: null, ...none, n, method: 'bound', why: 'no pairs' };
  }
  const value = sum(sizes, (group) => differences[group] ?? 0) / n;
  const first = (differences[0] ?? 0) / (pairs[0] ?? 1);
  if (sizes.every((_, group) => (differences[group] ?? 0) === first * (pairs[group] ?? 1))) {
    const ends = unseenSpread(value, count, { min: -1, max: 1 });
    return { value, ...ends, n, clusters: count, resamples: 0, unusable: 0, method: 'bound' };
  }
  const interval = bootstrapInterval(sizes, meanDifference(pairs, differences), options);
  return { value, ...interval, n, clusters: count, method: 'bootstrap' };
}

function meanDifference(pairs: readonly number[], differences: readonly number[]): (counts: Uint32Array) => number {
  const pairsOf = Float64Array.from(pairs);
  const differenceOf = Float64Array.from(differences);
  return (counts) => {
    let n = 0;
    let difference = 0;
    for (let group = 0; group < counts.length; group++) {
      // Typed arrays have no holes, and the three have one length.
      n += (counts[group] as number) * (pairsOf[group] as number);
      difference += (counts[group] as number) * (differenceOf[group] as number);
    }
    return difference / n;
  };
}

/** Clusters that are alike make one group. */
function toGroups(clusters: readonly PairCluster[]): { sizes: number[]; pairs: number[]; differences: number[] } {
  const groups = { sizes: [] as number[], pairs: [] as number[], differences: [] as number[] };
  const places = new Map<number, Map<number, number>>();
  for (const { pairs, difference, times = 1 } of clusters) {
    if (!(Number.isInteger(pairs) && pairs >= 0) || !(Math.abs(difference) <= pairs)) {
      throw new RangeError(`the pairs of a cluster must each differ by −1 to 1, got ${difference} of ${pairs}`);
    }
    if (pairs === 0 || times === 0) continue;
    const ofPairs = places.get(pairs) ?? new Map<number, number>();
    places.set(pairs, ofPairs);
    const place = ofPairs.get(difference) ?? groups.sizes.length;
    ofPairs.set(difference, place);
    groups.sizes[place] = (groups.sizes[place] ?? 0) + times;
    groups.pairs[place] = pairs;
    groups.differences[place] = difference;
  }
  return groups;
}

function sum(sizes: readonly number[], of: (group: number) => number): number {
  return sizes.reduce((total, size, group) => total + size * of(group), 0);
}
