import { clusteredMeanInterval } from '../statistics/clustered-mean.ts';
import type { Bounds } from '../statistics/unseen-spread.ts';
import type { ComparedCase } from './compared-case.ts';
import type { ChangedMetric } from './comparison.ts';
import { numberClusters } from './decided-pairs.ts';
import type { CasePair } from './pair-cases.ts';

export type NumberOfCase = (compared: ComparedCase) => number | null;

/** Means of both sides over the pairs where both are known, and their difference with its clustered t interval. */
export function toChangedMetric(pairs: readonly CasePair[], toNumber: NumberOfCase, bounds?: Bounds): ChangedMetric {
  const known = pairs.filter(({ a, b }) => toNumber(a) !== null && toNumber(b) !== null);
  const { clusterOf, clusters } = numberClusters(known);
  const sums = Array.from({ length: clusters }, () => ({ sum: 0, count: 0 }));
  let sumOfA = 0;
  let sumOfB = 0;
  for (const [place, pair] of known.entries()) {
    const cluster = sums[clusterOf[place] ?? 0];
    const [a, b] = [toNumber(pair.a), toNumber(pair.b)];
    if (cluster === undefined || a === null || b === null) continue;
    cluster.sum += b - a;
    cluster.count++;
    sumOfA += a;
    sumOfB += b;
  }
  const n = known.length;
  if (n === 0) return { a: null, b: null, difference: { ...unknown, why: 'no pair has both' }, n };
  const { value, low, high, why } = clusteredMeanInterval(sums, bounds);
  const difference = { value, low, high, ...(why === undefined ? {} : { why }) };
  return { a: sumOfA / n, b: sumOfB / n, difference, n };
}

const unknown = { value: null, low: null, high: null };
