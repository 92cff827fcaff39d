import { compareText } from '../base/compare-text.ts';
import { definedOnly } from '../base/defined-only.ts';
import type { Figure, SwapVerdict } from '../conversation/certificate.ts';
import { holm } from '../statistics/holm.ts';
import { normalQuantile } from '../statistics/normal-quantile.ts';
import {
  type NonInferiority,
  pairedNonInferiority,
  type WinLossCluster,
} from '../statistics/paired/non-inferiority.ts';
import { signFlipTest } from '../statistics/sign-flip.ts';
import type { CalibratedRow } from './calibration.ts';
import { toRateFigure } from './rate-figure.ts';

/** A new judge may be right on this much less of a class. */
export const swapMargin = 0.05;

/** What a `not-worse` may be wrong with in one class, and over all classes and new judges. */
const [alpha, familyAlpha] = [0.025, 0.05] as const;

export interface SwapCandidate {
  /** Id of the target. */
  readonly model: string;
  readonly rows: readonly CalibratedRow[];
}

export interface SwapInput {
  readonly deck: string;
  readonly pass: number;
  /** The conversation that each sample was cut from, by id of the sample. */
  readonly clusters: ReadonlyMap<string, string>;
  readonly old: SwapCandidate;
  readonly candidates: readonly SwapCandidate[];
}

/** A hypothesis about new − old, with missing verdicts counted against it. */
export interface SwapTest {
  readonly difference: Pick<Figure, 'value' | 'low' | 'high'>;
  /** Null: there are no samples. */
  readonly p: number | null;
  /** Holm-corrected over all classes and new judges. */
  readonly pAdjusted: number | null;
}

/** Old and new judge on the samples that people pass (TPR), or on those that they fail (TNR). */
export interface SwapClass {
  readonly class: 'pass' | 'fail';
  readonly rate: 'tpr' | 'tnr';
  readonly verdict: SwapVerdict;
  /** Samples of the class. */
  readonly n: number;
  /** Of the samples that both graded. */
  readonly old: Figure;
  readonly new: Figure;
  /** new − old, on the samples that both graded. */
  readonly difference: Pick<Figure, 'value' | 'low' | 'high'>;
  /** Samples without a verdict. */
  readonly missing: { readonly old: number; readonly new: number };
  /** Not worse by more than the margin: p is one-sided, the new judge's missing verdicts count as wrong, the old one's as right. */
  readonly notWorse: SwapTest;
  /** Worse at all: p is two-sided, the new judge's missing verdicts count as right, the old one's as wrong. */
  readonly worse: SwapTest & { readonly test: string };
  readonly why?: string;
}

/** A sample on which exactly one of the two is right. */
export interface SwapFlip {
  readonly sample: string;
  readonly class: SwapClass['class'];
  /** Who is right. */
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

/** One new judge beside the old one: an entry of `swap` in `turnwise calibrate --swap --json`. */
export interface JudgeSwap {
  readonly deck: string;
  readonly old: string;
  readonly new: string;
  /** `not-worse`: in both classes. `worse`: in one at least. */
  readonly verdict: SwapVerdict;
  readonly margin: number;
  readonly classes: readonly SwapClass[];
  /** Samples that a judge's verdict chose: they would favor that judge, and do not count. */
  readonly leftOut: number;
  /** Where only the old judge is right first, of those the farthest from people first. */
  readonly flips: readonly SwapFlip[];
}

/**
 * Conversations per class below which nothing is `not-worse`, even if old and new judge never differ: with n pairs and no
 * flip, Tango's score is √(n·margin/(1 − margin)).
 *
 * @example fewestSwapConversations(1)  // 73
 */
export function fewestSwapConversations(candidates: number): number {
  const z = normalQuantile(1 - Math.min(alpha, familyAlpha / (2 * candidates)));
  return Math.ceil((z * z * (1 - swapMargin)) / swapMargin);
}

/**
 * Whether new judges can take the place of an old one, paired on the same samples, class by class. See
 * `pairedNonInferiority` for `not-worse`; `worse` needs McNemar's test (the sign-flip test where samples share
 * conversations) and an interval below 0. Both families of p-values are Holm-corrected over classes and new judges.
 * A class can be worse by a little and still not worse by more than the margin: then it is `not-worse`.
 *
 * Missing verdicts cannot win: each test counts them against its own claim. Samples count alike, however likely they
 * were to be drawn.
 */
export function swapJudges({ deck, pass, clusters, old, candidates }: SwapInput): readonly JudgeSwap[] {
  const drafts = candidates.map((candidate) => {
    const pairs = listPairs({ old, candidate, pass, clusters });
    return { candidate, pairs, classes: [measureClass('pass', pairs), measureClass('fail', pairs)] };
  });
  const all = drafts.flatMap(({ classes }) => classes);
  const notWorse = holm(all.map((one) => one.notWorse.p));
  const worse = holm(all.map((one) => one.worse.p));
  return drafts.map(({ candidate, pairs, classes }, index) => {
    const judged = classes.map((one, place) =>
      decide(one, { notWorse: notWorse[2 * index + place] ?? null, worse: worse[2 * index + place] ?? null }),
    );
    return {
      deck,
      old: old.model,
      new: candidate.model,
      verdict: toVerdict(judged),
      margin: swapMargin,
      classes: judged,
      leftOut: old.rows.filter(isChosenByVerdict).length,
      flips: listFlips(pairs),
    };
  });
}

interface SamplePair {
  readonly cluster: string;
  readonly class: SwapClass['class'];
  readonly human: number;
  readonly before: CalibratedRow;
  readonly after: CalibratedRow | undefined;
  /** Null: no verdict. */
  readonly isOldRight: boolean | null;
  readonly isNewRight: boolean | null;
}

function isChosenByVerdict({ human, selection }: CalibratedRow): boolean {
  return human !== null && selection?.by === 'verdict';
}

/** Samples that people scored and that were put to the old judge. */
function listPairs({
  old,
  candidate,
  pass,
  clusters,
}: Pick<SwapInput, 'old' | 'pass' | 'clusters'> & { readonly candidate: SwapCandidate }): readonly SamplePair[] {
  const answers = new Map(candidate.rows.map((row) => [row.sample, row]));
  return old.rows.flatMap((before) => {
    const { human, sample } = before;
    if (human === null || isChosenByVerdict(before)) return [];
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
      },
    ];
  });
}

type MeasuredClass = Omit<SwapClass, 'verdict'>;

function measureClass(name: SwapClass['class'], all: readonly SamplePair[]): MeasuredClass {
  const pairs = all.filter((pair) => pair.class === name);
  const graded = pairs.filter(({ isOldRight, isNewRight }) => isOldRight !== null && isNewRight !== null);
  const toRate = (side: 'isOldRight' | 'isNewRight') =>
    toRateFigure(
      graded.map((pair) => ({ cluster: pair.cluster, isHit: pair[side] === true })),
      `no sample that people ${name} and both judges graded`,
    );
  const against = toClusters(pairs, { ifOldMissing: true, ifNewMissing: false });
  const inFavor = toClusters(pairs, { ifOldMissing: false, ifNewMissing: true });
  const notWorse = pairedNonInferiority(against, swapMargin);
  return {
    class: name,
    rate: name === 'pass' ? 'tpr' : 'tnr',
    n: pairs.length,
    old: toRate('isOldRight'),
    new: toRate('isNewRight'),
    difference: toDifference(pairedNonInferiority(toClusters(graded), swapMargin)),
    missing: {
      old: pairs.filter(({ isOldRight }) => isOldRight === null).length,
      new: pairs.filter(({ isNewRight }) => isNewRight === null).length,
    },
    notWorse: { difference: toDifference(notWorse), p: notWorse.p, pAdjusted: null },
    worse: testWorse(inFavor),
    ...(pairs.length === 0 ? { why: `no sample that people ${name}` } : {}),
  };
}

/** The last two say what a missing verdict counts as. */
function toClusters(
  pairs: readonly SamplePair[],
  { ifOldMissing, ifNewMissing } = { ifOldMissing: true, ifNewMissing: true },
): readonly WinLossCluster[] {
  const clusters = new Map<string, { wins: number; losses: number; pairs: number }>();
  for (const { cluster, isOldRight, isNewRight } of pairs) {
    const sums = clusters.get(cluster) ?? { wins: 0, losses: 0, pairs: 0 };
    const gain = Number(isNewRight ?? ifNewMissing) - Number(isOldRight ?? ifOldMissing);
    sums.pairs += 1;
    if (gain > 0) sums.wins += 1;
    if (gain < 0) sums.losses += 1;
    clusters.set(cluster, sums);
  }
  return [...clusters].sort(([one], [other]) => compareText(one, other)).map(([, sums]) => sums);
}

/** With one pair per conversation, flipping signs is McNemar's exact test. */
function testWorse(clusters: readonly WinLossCluster[]): SwapClass['worse'] {
  const measured = pairedNonInferiority(clusters, swapMargin);
  const difference = toDifference(measured);
  if (measured.n === 0) return { difference, p: null, pAdjusted: null, test: 'no test: no pairs' };
  const { p } = signFlipTest(clusters.map(({ wins, losses }) => wins - losses));
  const test = measured.clusters === measured.n ? 'exact McNemar test' : 'sign-flip test by conversation';
  return { difference, p, pAdjusted: null, test };
}

function toDifference({ value, low, high }: NonInferiority): SwapTest['difference'] {
  return { value, ...definedOnly({ low: low ?? undefined, high: high ?? undefined }) };
}

function decide(
  measured: MeasuredClass,
  adjusted: { readonly notWorse: number | null; readonly worse: number | null },
): SwapClass {
  const notWorse = { ...measured.notWorse, pAdjusted: adjusted.notWorse };
  const worse = { ...measured.worse, pAdjusted: adjusted.worse };
  const isNotWorse = (notWorse.p ?? 1) < alpha && (notWorse.pAdjusted ?? 1) < familyAlpha;
  const isWorse = (worse.pAdjusted ?? 1) < familyAlpha && (worse.difference.high ?? 1) < 0;
  return { ...measured, verdict: isNotWorse ? 'not-worse' : isWorse ? 'worse' : 'inconclusive', notWorse, worse };
}

function toVerdict(classes: readonly SwapClass[]): SwapVerdict {
  if (classes.every(({ verdict }) => verdict === 'not-worse')) return 'not-worse';
  return classes.some(({ verdict }) => verdict === 'worse') ? 'worse' : 'inconclusive';
}

function listFlips(pairs: readonly SamplePair[]): readonly SwapFlip[] {
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
      humanReason: before.human_reason,
      oldReason: before.judge_reason,
      newReason: after?.judge_reason,
    }),
    tags: before.tags,
  };
}

/** How far the one that is wrong is from people; no verdict is the farthest. */
function toDistance({ human, before, after, isOldRight }: SamplePair): number {
  const wrong = isOldRight === true ? (after?.judge ?? null) : before.judge;
  return wrong === null ? Number.POSITIVE_INFINITY : Math.abs(wrong - human);
}
