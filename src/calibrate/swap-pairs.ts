import { compareText } from '../base/compare-text.ts';
import { definedOnly } from '../base/defined-only.ts';
import type { WinLossCluster } from '../statistics/paired/non-inferiority.ts';
import { toRelativeWeights } from '../statistics/rates/weighted-rate.ts';
import type { CalibratedRow } from './calibration.ts';
import { toWeight } from './gate/evidence.ts';

export interface SwapCandidate {
  /** Id of the target. */
  readonly target: string;
  readonly rows: readonly CalibratedRow[];
}

/** How people scored a sample at the passing score. */
export type SampleClass = 'pass' | 'fail';

/** The verdicts of the old judge and the new one on a sample. */
export interface SamplePair {
  readonly cluster: string;
  readonly class: SampleClass;
  readonly human: number;
  readonly before: CalibratedRow;
  readonly after: CalibratedRow | undefined;
  /** Null: no verdict. */
  readonly isOldRight: boolean | null;
  readonly isNewRight: boolean | null;
  /** 1 / the chance that the sample was drawn. Absent: all samples had the same chance. */
  readonly weight?: number;
}

export function isChosenByVerdict({ human, selection }: CalibratedRow): boolean {
  return human !== null && selection?.by === 'verdict';
}

export interface PairInput {
  readonly pass: number;
  /** The conversation that each sample was cut from, by id of the sample. */
  readonly clusters: ReadonlyMap<string, string>;
  readonly old: SwapCandidate;
}

/**
 * Samples that people scored and that were put to the old judge, with the weights that `chooseEvidence` gives them, and
 * in the order of `sortSamples`: sums of weights then have the last digits of those in `calibrate`.
 */
export function listPairs({ old, pass, clusters }: PairInput, candidate: SwapCandidate): readonly SamplePair[] {
  const answers = new Map(candidate.rows.map((row) => [row.sample, row]));
  const rows = old.rows.filter((row) => row.human !== null && !isChosenByVerdict(row));
  const areWeighted = toRelativeWeights(rows.map(toWeight)) !== undefined;
  const pairs = rows.flatMap((before) => {
    const { human, sample } = before;
    if (human === null) return [];
    const after = answers.get(sample);
    const isRight = (score: number | null | undefined) =>
      score === null || score === undefined ? null : score >= pass === human >= pass;
    return [
      {
        cluster: clusters.get(sample) ?? sample,
        class: human >= pass ? ('pass' as const) : ('fail' as const),
        human,
        before,
        after,
        isOldRight: isRight(before.judge),
        isNewRight: isRight(after?.judge),
        ...(areWeighted ? { weight: toWeight(before) } : {}),
      },
    ];
  });
  return pairs.sort(
    (one, other) => compareText(one.cluster, other.cluster) || compareText(one.before.sample, other.before.sample),
  );
}

/** The last two say what a missing verdict counts as. */
export function toClusters(
  pairs: readonly SamplePair[],
  { ifOldMissing, ifNewMissing } = { ifOldMissing: true, ifNewMissing: true },
): readonly WinLossCluster[] {
  const clusters = new Map<string, WeightSums & { weights?: WeightSums }>();
  for (const { cluster, isOldRight, isNewRight, weight } of pairs) {
    const sums = clusters.get(cluster) ?? { ...noSums, ...(weight === undefined ? {} : { weights: { ...noSums } }) };
    const gain = Number(isNewRight ?? ifNewMissing) - Number(isOldRight ?? ifOldMissing);
    addGain(sums, gain, 1);
    if (sums.weights !== undefined) addGain(sums.weights, gain, weight ?? 1);
    clusters.set(cluster, sums);
  }
  return [...clusters].sort(([one], [other]) => compareText(one, other)).map(([, sums]) => sums);
}

interface WeightSums {
  wins: number;
  losses: number;
  pairs: number;
}

const noSums: Readonly<WeightSums> = { wins: 0, losses: 0, pairs: 0 };

function addGain(sums: WeightSums, gain: number, weight: number): void {
  sums.pairs += weight;
  if (gain > 0) sums.wins += weight;
  if (gain < 0) sums.losses += weight;
}

/** A sample on which exactly one of the two is right. */
export interface SwapFlip {
  readonly sample: string;
  readonly class: SampleClass;
  /** Which judge is right. */
  readonly right: 'old' | 'new';
  readonly human: number;
  /** Null: no verdict. */
  readonly old: number | null;
  readonly new: number | null;
  readonly humanReason?: string;
  readonly oldReason?: string;
  readonly newReason?: string;
  readonly tags: readonly string[];
}

export function listFlips(pairs: readonly SamplePair[]): readonly SwapFlip[] {
  const flips = pairs.filter(({ isOldRight, isNewRight }) => (isOldRight === true) !== (isNewRight === true));
  return flips
    .map((pair) => ({ flip: toFlip(pair), distance: toDistance(pair) }))
    .sort(
      (one, other) =>
        Number(one.flip.right === 'new') - Number(other.flip.right === 'new') ||
        other.distance - one.distance ||
        compareText(one.flip.sample, other.flip.sample),
    )
    .map(({ flip }) => flip);
}

function toFlip({ class: name, human, before, after, isOldRight }: SamplePair): SwapFlip {
  return {
    sample: before.sample,
    class: name,
    right: isOldRight === true ? 'old' : 'new',
    human,
    old: before.judge,
    new: after?.judge ?? null,
    ...definedOnly({
      humanReason: before.humanReason,
      oldReason: before.judgeReason,
      newReason: after?.judgeReason,
    }),
    tags: before.tags,
  };
}

/** How far the one that is wrong is from people; no verdict is the farthest. */
function toDistance({ human, before, after, isOldRight }: SamplePair): number {
  const wrong = isOldRight === true ? (after?.judge ?? null) : before.judge;
  return wrong === null ? Number.POSITIVE_INFINITY : Math.abs(wrong - human);
}
