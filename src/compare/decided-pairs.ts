import type { CaseStatus } from '../conversation/verdict.ts';
import type { ClusterSum } from '../statistics/rates/clustered-error.ts';
import type { PairCounts } from './comparison.ts';
import type { CasePair } from './pair-cases.ts';

type Decision = 'pass' | 'fail';

/** What a missing verdict counts as on each side. Absent: the pair is left out. */
export interface MissingAs {
  readonly a?: Decision;
  readonly b?: Decision;
}

/** Pairs that have a verdict on both sides, with their numbers side by side. */
export interface DecidedPairs {
  readonly pairs: readonly CasePair[];
  /** 1: B passed and A failed. −1: A passed and B failed. 0: a tie. */
  readonly differences: Int8Array;
  /** Number of the cluster of each pair, from 0. */
  readonly clusterOf: Uint32Array;
  readonly clusters: number;
}

/** The pairs that passed or failed on both sides, or do so once missing verdicts count. */
export function toDecidedPairs(all: readonly CasePair[], missingAs: MissingAs = {}): DecidedPairs {
  const pairs: CasePair[] = [];
  const differences: number[] = [];
  for (const pair of all) {
    const [a, b] = [decide(pair.a.status, missingAs.a), decide(pair.b.status, missingAs.b)];
    if (a === undefined || b === undefined) continue;
    pairs.push(pair);
    differences.push(Number(b === 'pass') - Number(a === 'pass'));
  }
  return { pairs, differences: Int8Array.from(differences), ...numberClusters(pairs) };
}

function decide(status: CaseStatus, missingAs: Decision | undefined): Decision | undefined {
  if (status === 'pass' || status === 'fail') return status;
  return isMissing(status) ? missingAs : undefined;
}

/**
 * The target or the judge was asked, and there is no verdict. A conversation that a limit skipped was never asked, which
 * says nothing about the target: it is not missing, and its pair counts nowhere.
 */
export function isMissing(status: CaseStatus): boolean {
  return status === 'error' || status === 'ungraded';
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

/** How some pairs changed. `kinds`: their clusters, those with equal count and sum taken together. */
export interface PairTally extends PairCounts {
  readonly clusters: number;
  readonly kinds: readonly Required<Pick<ClusterSum, 'sum' | 'count' | 'times'>>[];
}

/** Returns a function that tallies the pairs at given places. Every tally uses the same arrays. */
export function tallying({ differences, clusterOf, clusters }: DecidedPairs): (places: ArrayLike<number>) => PairTally {
  const pairsIn = new Uint32Array(clusters);
  const sumIn = new Int32Array(clusters);
  return (places) => {
    const touched: number[] = [];
    let improved = 0;
    let regressed = 0;
    for (let index = 0; index < places.length; index++) {
      // Places are those of pairs, and typed arrays have no holes. So below.
      const place = places[index] as number;
      const cluster = clusterOf[place] as number;
      const difference = differences[place] as number;
      if (pairsIn[cluster] === 0) touched.push(cluster);
      pairsIn[cluster] = (pairsIn[cluster] as number) + 1;
      sumIn[cluster] = (sumIn[cluster] as number) + difference;
      if (difference > 0) improved++;
      else if (difference < 0) regressed++;
    }
    const kinds = toKinds(touched, pairsIn, sumIn);
    for (const cluster of touched) pairsIn[cluster] = sumIn[cluster] = 0;
    const pairs = places.length;
    return { pairs, improved, unchanged: pairs - improved - regressed, regressed, clusters: touched.length, kinds };
  };
}

function toKinds(clusters: readonly number[], pairsIn: Uint32Array, sumIn: Int32Array): PairTally['kinds'] {
  const kinds = new Map<number, { count: number; sum: number; times: number }>();
  for (const cluster of clusters) {
    // As above.
    const count = pairsIn[cluster] as number;
    const sum = sumIn[cluster] as number;
    // |sum| ≤ count, so each pair of numbers has its own key.
    const key = count * count + count + sum;
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, { count, sum, times: 1 });
    else kind.times++;
  }
  // Sorted, so that one seed gives one p whatever the order of the conversations.
  return [...kinds.values()].sort((one, other) => one.count - other.count || one.sum - other.sum);
}

/** The tally of all pairs. */
export function tallyAll(decided: DecidedPairs): PairTally {
  return tallying(decided)(Uint32Array.from(decided.pairs.keys()));
}
