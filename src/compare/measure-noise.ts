import { Fault } from '../base/fault.ts';
import { chanceDifference } from '../statistics/paired/chance-difference.ts';
import {
  minimumDetectableDifference,
  neededClusterPlays,
  neededClusters,
} from '../statistics/paired/minimum-detectable-difference.ts';
import { type ClusteredInterval, clusteredRateInterval, type RateCluster } from '../statistics/rates/clustered-rate.ts';
import { flipRate } from '../statistics/rates/flip-rate.ts';
import type { RepeatedCase } from '../statistics/rates/mean-over-cases.ts';
import type { RunStore } from '../store/port.ts';
import type { ComparedCase } from './compared-case.ts';
import { readSideCases, type SideCase, toComparedCases } from './compared-cases.ts';
import { type ComparedSide, listComparedSides } from './compared-side.ts';
import type { DetectableDifference, Noise } from './noise.ts';
import { renderNoiseSentence } from './noise-sentence.ts';
import { toPairKey } from './pair-cases.ts';
import type { ComparedRun } from './run-comparison.ts';

const shownRepeats = [1, 2, 3, 5, 10];
const differenceToDetect = 0.05;

/** The noise of one run of which every case was played several times; `cases` are all its conversations. */
export function measureNoise(cases: readonly ComparedCase[]): Noise {
  const decided = cases.filter(({ status }) => status === 'pass' || status === 'fail');
  const repeated = listRepeated(decided);
  const rate = flipRate(repeated);
  const isUpperBound = rate.value === 0;
  const measured = {
    cases: countCases(repeated),
    flipped: countCases(repeated.filter(({ passed, of }) => passed > 0 && passed < of)),
    noVerdict: cases.length - decided.length,
    flipRate: rate,
    byRepeat: listByRepeat(decided),
    isUpperBound,
    ...toDifferences(rate, isUpperBound),
  };
  return { ...measured, summary: renderNoiseSentence(measured) };
}

function toDifferences(
  { value, low, high, n, clusters }: ClusteredInterval,
  isUpperBound: boolean,
): Pick<Noise, 'chanceDifference' | 'minimumDetectableDifference' | 'toDetect'> {
  if (value === null || low === null || high === null) return { chanceDifference: [], minimumDetectableDifference: [] };
  const rate = isUpperBound ? high : value;
  const byChance = shownRepeats.map((repeats) => ({
    repeats,
    value: chanceDifference({ flipRate: rate, cases: n, repeats }),
    low: chanceDifference({ flipRate: low, cases: n, repeats }),
    high: chanceDifference({ flipRate: high, cases: n, repeats }),
  }));
  const measured = { rate, cases: n, clusters };
  const minimumDetectable = shownRepeats.map((repeats) => toDetectable(measured, repeats));
  const wanted = { difference: differenceToDetect, flipRate: rate };
  const plays = neededClusterPlays({ ...wanted, clusters, moves: 'all' }).value;
  const toDetect = {
    difference: differenceToDetect,
    repeats: plays === null ? null : Math.ceil((plays * clusters) / n),
    cases: neededClusters({ ...wanted, moves: 'all' }),
    ifSomeChange: { cases: neededClusters(wanted), fewestCases: neededClusters({ difference: differenceToDetect }) },
  };
  return { chanceDifference: byChance, minimumDetectableDifference: minimumDetectable, toDetect };
}

interface Measured {
  readonly rate: number;
  readonly cases: number;
  readonly clusters: number;
}

/** Every play has its own noise, so all plays of a cluster reduce it; what changes for good may do so in all its cases. */
function toDetectable({ rate, cases, clusters }: Measured, repeats: number): DetectableDifference {
  const planned = { clusters, flipRate: rate, plays: (repeats * cases) / clusters };
  return {
    repeats,
    ifAllMove: minimumDetectableDifference({ ...planned, moves: 'all' }).value,
    ifSomeChange: minimumDetectableDifference(planned).value,
  };
}

interface Repeated extends RepeatedCase {
  readonly cluster: string;
  /** Eval and id: the same in every format and mode. */
  readonly name: string;
}

/** A case that was played in several formats is one case, though each of them is repeated on its own. */
function countCases(repeated: readonly Repeated[]): number {
  return new Set(repeated.map(({ name }) => name)).size;
}

function listRepeated(decided: readonly ComparedCase[]): readonly Repeated[] {
  const byKey = new Map<string, { passed: number; of: number; cluster: string; name: string }>();
  for (const { key, eval: evalName, id, cluster, status } of decided) {
    const known = byKey.get(key) ?? { passed: 0, of: 0, cluster, name: JSON.stringify([evalName, id]) };
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

/** How much one target of a run differs from itself. */
export interface TargetNoise extends ComparedRun, Noise {}

/** The noise of a run that has repeats: of the target that is named behind it, else of every one. Throws NOISE_NO_REPEATS. */
export async function measureRunNoise(runs: RunStore, name: string): Promise<readonly TargetNoise[]> {
  const noises: TargetNoise[] = [];
  for (const side of await listComparedSides(runs, name)) {
    const cases = await readSideCases(runs, side);
    checkRepeats(cases, side);
    noises.push(toTargetNoise(cases, side));
  }
  return noises;
}

function toTargetNoise(cases: readonly SideCase[], { record: _, ...side }: ComparedSide): TargetNoise {
  const toKey = toPairKey(cases.map(({ name }) => name));
  return { ...side, ...measureNoise(toComparedCases(cases, toKey)) };
}

function checkRepeats(cases: readonly SideCase[], { run, record }: ComparedSide): void {
  if (cases.some(({ repeat }) => repeat > 0)) return;
  const files = record.spec.files.map(({ path }) => path).join(' ');
  const message = `Run ${run} played every case only once, so its noise cannot be measured.`;
  throw new Fault({ code: 'NOISE_NO_REPEATS', message, hint: `Run: turnwise noise ${files}` });
}
