import type { ClusteredInterval, RateCluster } from '../statistics/clustered-rate.ts';
import { clusteredRateInterval } from '../statistics/clustered-rate.ts';
import { detectableDifference, neededPlays } from '../statistics/detectable-difference.ts';
import { flipRate } from '../statistics/flip-rate.ts';
import type { RepeatedCase } from '../statistics/mean-over-cases.ts';
import type { ComparedCase } from './compared-case.ts';
import type { Noise } from './noise.ts';
import { renderNoiseSentence } from './noise-sentence.ts';

const shownRepeats = [1, 2, 3, 5, 10];
const pointsToSee = 0.05;

/** The noise of one run of which every case was played several times; `cases` are all its conversations. */
export function measureNoise(cases: readonly ComparedCase[]): Noise {
  const decided = cases.filter(({ status }) => status === 'pass' || status === 'fail');
  const repeated = listRepeated(decided);
  const rate = flipRate(repeated);
  const isUpperEnd = rate.value === 0;
  const told = {
    cases: repeated.length,
    flipped: repeated.filter(({ passed, of }) => passed > 0 && passed < of).length,
    undecided: cases.length - decided.length,
    flipRate: rate,
    byRepeat: listByRepeat(decided),
    isUpperEnd,
    ...toDifferences(rate, isUpperEnd),
  };
  return { ...told, sentence: renderNoiseSentence(told) };
}

function toDifferences(
  { value, low, high, n }: ClusteredInterval,
  isUpperEnd: boolean,
): Pick<Noise, 'smallest' | 'toSee'> {
  if (value === null || low === null || high === null) return { smallest: [] };
  const rate = isUpperEnd ? high : value;
  const smallest = shownRepeats.map((repeats) => ({
    repeats,
    value: detectableDifference({ flipRate: rate, cases: n, repeats }),
    low: detectableDifference({ flipRate: low, cases: n, repeats }),
    high: detectableDifference({ flipRate: high, cases: n, repeats }),
  }));
  const plays = neededPlays({ flipRate: rate, difference: pointsToSee, power: 0.8 });
  return { smallest, toSee: { points: pointsToSee, repeats: Math.ceil(plays / n), cases: plays } };
}

function listRepeated(decided: readonly ComparedCase[]): readonly (RepeatedCase & { readonly cluster: string })[] {
  const byKey = new Map<string, { passed: number; of: number; cluster: string }>();
  for (const { key, cluster, status } of decided) {
    const known = byKey.get(key) ?? { passed: 0, of: 0, cluster };
    byKey.set(key, known);
    known.of++;
    if (status === 'pass') known.passed++;
  }
  return [...byKey.values()].filter(({ of }) => of >= 2);
}

function listByRepeat(decided: readonly ComparedCase[]): Noise['byRepeat'] {
  const repeats = new Map<number, Map<string, { successes: number; trials: number }>>();
  for (const { repeat, cluster, status } of decided) {
    const clusters = repeats.get(repeat) ?? new Map<string, { successes: number; trials: number }>();
    repeats.set(repeat, clusters);
    const known = clusters.get(cluster) ?? { successes: 0, trials: 0 };
    clusters.set(cluster, known);
    known.trials++;
    if (status === 'pass') known.successes++;
  }
  const toRate = (clusters: ReadonlyMap<string, RateCluster>) => clusteredRateInterval([...clusters.values()]);
  return [...repeats]
    .sort(([one], [other]) => one - other)
    .map(([repeat, clusters]) => ({ repeat, rate: toRate(clusters) }));
}
