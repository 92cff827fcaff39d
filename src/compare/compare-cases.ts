import { clusteredStandardError } from '../statistics/clustered-error.ts';
import { pairedBootstrap } from '../statistics/paired-bootstrap.ts';
import { neededCases } from '../statistics/power.ts';
import { toChangedFigure } from './changed-figure.ts';
import { compareTags } from './compare-tags.ts';
import type { ComparedCase } from './compared-case.ts';
import type { Comparison, ComparisonVerdict } from './comparison.ts';
import { renderComparisonSentence } from './comparison-sentence.ts';
import { type DecidedPairs, type PairTally, tallying, toDecidedPairs } from './decided-pairs.ts';
import { listFlipped } from './list-flipped.ts';
import { isLostPass, listNoVerdictInB } from './no-verdict-in-b.ts';
import { pairCases } from './pair-cases.ts';
import { fewestClusters, isHollowGain, testPairs, toComparisonVerdict } from './test-pairs.ts';

export interface CompareOptions {
  /** Of resampling and of random flips; 1 when absent. */
  readonly seed?: number;
  /** 2 000 when absent. */
  readonly resamples?: number;
}

/**
 * Sets run B against run A: conversations paired by key and repeat, clustered, counted, tested.
 *
 * A pair counts when both were asked the same, and passed or failed; B wins it when A failed and B passed. The difference
 * has the interval of the paired cluster bootstrap; p is McNemar's exact test when every cluster is one pair, else the
 * sign-flip test. B is better or worse only when p < 0.05 and the interval lies on that side of 0; and not better when
 * it has no verdict on more pairs that A passed than it wins.
 * The same (key, repeat) twice on a side is a mistake of the caller, and throws.
 */
export function compareCases(
  a: readonly ComparedCase[],
  b: readonly ComparedCase[],
  { seed = 1, resamples = 2000 }: CompareOptions = {},
): Comparison {
  const { pairs, ...left } = pairCases(a, b);
  const decided = toDecidedPairs(pairs);
  const tally = tallying(decided)(Uint32Array.from(decided.pairs.keys()));
  const { kinds, ...counts } = tally;
  const interval = pairedBootstrap(kinds, { seed, resamples });
  const { value, low, high, why } = interval;
  const difference = { value, low, high, ...(why === undefined ? {} : { why }) };
  const { p, test } = counts.pairs === 0 ? { p: null, test: 'no test: no pairs' } : testPairs(tally, { seed });
  const missing = listNoVerdictInB(pairs);
  const lost = missing.filter(isLostPass);
  const isHollow = isHollowGain({ difference, wins: counts.wins, lostPasses: lost.length });
  const verdict = isHollow ? 'undecided' : toComparisonVerdict(difference, p);
  const told = {
    ...counts,
    ...toPassRates(decided),
    difference,
    p,
    test,
    verdict,
    ...(isHollow ? hollow : toNeeded(decided, tally, verdict)),
    left: {
      ...left,
      undecided: pairs.length - counts.pairs,
      noVerdictInB: missing.length,
      lostPasses: lost.length,
    },
  };
  return {
    ...told,
    sentence: renderComparisonSentence(told, countCases(decided)),
    byTag: compareTags(decided, lost, { seed }),
    flipped: listFlipped(pairs),
    unit: toChangedFigure(pairs, ({ unit }) => unit, { min: -1, max: 1 }),
    costUsd: toChangedFigure(pairs, ({ costUsd }) => costUsd),
    latencyMs: toChangedFigure(pairs, ({ latencyMs }) => latencyMs),
    resamples: interval.resamples,
    unusable: interval.unusable,
    seed,
  };
}

function toPassRates({ pairs }: DecidedPairs): Pick<Comparison, 'a' | 'b'> {
  const n = pairs.length;
  if (n === 0) return { a: null, b: null };
  return {
    a: pairs.filter(({ a }) => a.status === 'pass').length / n,
    b: pairs.filter(({ b }) => b.status === 'pass').length / n,
  };
}

type Needed = Pick<Comparison, 'neededCases' | 'neededWhy'>;

const hollow: Needed = {
  neededCases: null,
  neededWhy: 'more passes of A have no verdict in B than B wins: mend those first',
};

/** In cases, each played as often as here; never fewer than a test needs to decide anything. */
function toNeeded(decided: DecidedPairs, { kinds, clusters }: PairTally, verdict: ComparisonVerdict): Needed {
  if (verdict !== 'undecided') return { neededCases: 0 };
  const sums = kinds.map(({ pairs, difference, times }) => ({ sum: difference, count: pairs, times }));
  const { mean, value: standardError } = clusteredStandardError(sums);
  // Clusters that are all alike are counted themselves: what they lack is number, not spread.
  const have = standardError === 0 ? clusters : countCases(decided);
  const { value, why } = neededCases({ difference: mean ?? 0, standardError, have });
  if (value === null) return { neededCases: null, ...(why === undefined ? {} : { neededWhy: why }) };
  return { neededCases: Math.max(1, value, fewestClusters - clusters) };
}

function countCases({ pairs }: DecidedPairs): number {
  return new Set(pairs.map(({ b }) => b.key)).size;
}
