import type { PairCluster } from '../statistics/paired-bootstrap.ts';
import type { PairCounts } from './comparison.ts';
import type { CasePair } from './pair-cases.ts';

/** Pairs of which both passed or failed, with their numbers side by side. */
export interface DecidedPairs {
  readonly pairs: readonly CasePair[];
  /** 1: B passed and A failed; −1: the other way round; 0: a tie. */
  readonly differences: Int8Array;
  /** Number of the cluster of each pair, from 0. */
  readonly clusterOf: Uint32Array;
  readonly clusters: number;
}

export function toDecidedPairs(all: readonly CasePair[]): DecidedPairs {
  const pairs = all.filter(({ a, b }) => isDecided(a.status) && isDecided(b.status));
  const differences = Int8Array.from(pairs, ({ a, b }) => Number(b.status === 'pass') - Number(a.status === 'pass'));
  return { pairs, differences, ...numberClusters(pairs) };
}

/** A pair belongs to the cluster of its newer conversation. */
export function numberClusters(pairs: readonly CasePair[]): Pick<DecidedPairs, 'clusterOf' | 'clusters'> {
  const numbers = new Map<string, number>();
  const clusterOf = new Uint32Array(pairs.length);
  for (const [place, { b }] of pairs.entries()) {
    const number = numbers.get(b.cluster) ?? numbers.size;
    if (number === numbers.size) numbers.set(b.cluster, number);
    clusterOf[place] = number;
  }
  return { clusterOf, clusters: numbers.size };
}

export function isDecided(status: CasePair['a']['status']): boolean {
  return status === 'pass' || status === 'fail';
}

/** Wins, ties and losses of some pairs, and their clusters by kind: so many have so many pairs and such a sum. */
export interface PairTally extends PairCounts {
  readonly clusters: number;
  readonly kinds: readonly Required<PairCluster>[];
}

/** Returns what tallies the pairs at given places; the same arrays serve every tally. */
export function tallying({ differences, clusterOf, clusters }: DecidedPairs): (places: ArrayLike<number>) => PairTally {
  const pairsIn = new Uint32Array(clusters);
  const sumIn = new Int32Array(clusters);
  return (places) => {
    const touched: number[] = [];
    let wins = 0;
    let losses = 0;
    for (let index = 0; index < places.length; index++) {
      // Places are those of pairs, and typed arrays have no holes. So below.
      const place = places[index] as number;
      const cluster = clusterOf[place] as number;
      const difference = differences[place] as number;
      if (pairsIn[cluster] === 0) touched.push(cluster);
      pairsIn[cluster] = (pairsIn[cluster] as number) + 1;
      sumIn[cluster] = (sumIn[cluster] as number) + difference;
      if (difference > 0) wins++;
      else if (difference < 0) losses++;
    }
    const kinds = toKinds(touched, pairsIn, sumIn);
    for (const cluster of touched) pairsIn[cluster] = sumIn[cluster] = 0;
    const pairs = places.length;
    return { pairs, wins, ties: pairs - wins - losses, losses, clusters: touched.length, kinds };
  };
}

function toKinds(clusters: readonly number[], pairsIn: Uint32Array, sumIn: Int32Array): PairTally['kinds'] {
  const kinds = new Map<number, { pairs: number; difference: number; times: number }>();
  for (const cluster of clusters) {
    // As above.
    const pairs = pairsIn[cluster] as number;
    const difference = sumIn[cluster] as number;
    // A sum is never farther from 0 than the number of pairs, so each two numbers have a key of their own.
    const key = pairs * pairs + pairs + difference;
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, { pairs, difference, times: 1 });
    else kind.times++;
  }
  // In an order of their own, so that one seed gives one interval however the conversations are listed.
  return [...kinds.values()].sort((one, other) => one.pairs - other.pairs || one.difference - other.difference);
}
