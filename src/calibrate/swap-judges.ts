import { definedOnly } from '../base/defined-only.ts';
import type { SwapVerdict } from '../conversation/certificate.ts';
import type { Estimate } from '../statistics/estimate.ts';
import { holm } from '../statistics/paired/holm.ts';
import {
  type NonInferiority,
  pairedNonInferiority,
  type WinLossCluster,
} from '../statistics/paired/non-inferiority.ts';
import { signFlipTest } from '../statistics/paired/sign-flip.ts';
import { tangoScore } from '../statistics/paired/tango.ts';
import { normalQuantile } from '../statistics/rates/normal-quantile.ts';
import { normalTail } from '../statistics/rates/normal-tail.ts';
import type { MetricEstimate } from './calibration.ts';
import { renderUnanswered } from './gate/evidence.ts';
import { toRateMetric } from './metrics.ts';
import {
  isChosenByVerdict,
  listFlips,
  listPairs,
  type PairInput,
  type SampleClass,
  type SamplePair,
  type SwapCandidate,
  type SwapFlip,
  toClusters,
} from './swap-pairs.ts';

/** A new judge may be right on this much less of a class. */
const swapMargin = 0.05;

/** What a `not-worse` may be wrong with in one class, and a verdict over all classes and new judges. */
export const swapLevels = { notWorse: 0.025, family: 0.05 } as const;

interface SwapInput extends PairInput {
  readonly deck: string;
  readonly candidates: readonly SwapCandidate[];
  /** Drawn conversations without a score, where they are too many to be ignored: then nothing is decided. */
  readonly unanswered?: number;
}

type Difference = Pick<Estimate, 'value' | 'low' | 'high'>;

/** A hypothesis about new − old, with missing verdicts counted against it. */
export interface SwapTest<D = Difference> {
  readonly difference: D;
  /** Null: there are no samples. */
  readonly p: number | null;
  /** Holm-corrected over all classes and new judges. */
  readonly pAdjusted: number | null;
}

/** Old and new judge on the samples that people pass (TPR), or on those that they fail (TNR). */
export interface SwapClass<M = MetricEstimate, D = Difference> {
  readonly class: SampleClass;
  readonly rate: 'tpr' | 'tnr';
  readonly verdict: SwapVerdict;
  /** Samples of the class. */
  readonly n: number;
  /** The rate on the samples that both graded. */
  readonly old: M;
  readonly new: M;
  /** new − old, on the samples that both graded. */
  readonly difference: D;
  /** Samples without a verdict. */
  readonly missing: { readonly old: number; readonly new: number };
  /** Not worse by more than the margin: p is one-sided, the new judge's missing verdicts count as wrong, the old one's as right. */
  readonly notWorse: SwapTest<D>;
  /** Worse at all: p is two-sided, the new judge's missing verdicts count as right, the old one's as wrong. */
  readonly worse: SwapTest<D> & { readonly test: string };
  /** Where samples were drawn with unequal chances: how many independent ones `notWorse` rests on. */
  readonly effectiveN?: number;
  readonly why?: string;
}

/** One new judge compared with the old one. */
export interface JudgeSwap<M = MetricEstimate, D = Difference> {
  readonly deck: string;
  readonly old: string;
  readonly new: string;
  /** `not-worse`: in both classes. `worse`: in one at least. */
  readonly verdict: SwapVerdict;
  readonly margin: number;
  readonly classes: readonly SwapClass<M, D>[];
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
  const z = normalQuantile(1 - Math.min(swapLevels.notWorse, swapLevels.family / (2 * candidates)));
  return Math.ceil((z * z * (1 - swapMargin)) / swapMargin);
}

/**
 * Whether new judges can take the place of an old one, paired on the same samples, class by class. See
 * `pairedNonInferiority` for `not-worse`; `worse` needs McNemar's test (the sign-flip test where samples share
 * conversations) and an interval below 0. Both families of p-values are Holm-corrected over classes and new judges.
 * A class can be worse by a little and still not worse by more than the margin: then it is `not-worse`.
 *
 * Missing verdicts cannot win: each test counts them against its own claim. Samples that were drawn with unequal chances
 * weigh as in `calibrate`, and the tests count each at most as its weight is of the largest.
 */
export function swapJudges({ deck, candidates, unanswered = 0, ...input }: SwapInput): readonly JudgeSwap[] {
  const { old } = input;
  const drafts = candidates.map((candidate) => {
    const pairs = listPairs(input, candidate);
    return { candidate, pairs, classes: [measureClass('pass', pairs), measureClass('fail', pairs)] };
  });
  const all = drafts.flatMap(({ classes }) => classes);
  const notWorse = holm(all.map((one) => one.notWorse.p));
  const worse = holm(all.map((one) => one.worse.p));
  return drafts.map(({ candidate, pairs, classes }, index) => {
    const decided = classes.map((one, place) =>
      decide(one, { notWorse: notWorse[2 * index + place] ?? null, worse: worse[2 * index + place] ?? null }),
    );
    const judged = unanswered === 0 ? decided : decided.map((one) => withhold(one, unanswered));
    return {
      deck,
      old: old.target,
      new: candidate.target,
      verdict: toVerdict(judged),
      margin: swapMargin,
      classes: judged,
      leftOut: old.rows.filter(isChosenByVerdict).length,
      flips: listFlips(pairs),
    };
  });
}

type MeasuredClass = Omit<SwapClass, 'verdict'>;

function measureClass(name: SampleClass, all: readonly SamplePair[]): MeasuredClass {
  const pairs = all.filter((pair) => pair.class === name);
  const graded = pairs.filter(({ isOldRight, isNewRight }) => isOldRight !== null && isNewRight !== null);
  const toRate = (side: 'isOldRight' | 'isNewRight') =>
    toRateMetric(
      graded.map((pair) => ({
        ...{ cluster: pair.cluster, isHit: pair[side] === true },
        ...definedOnly({ weight: pair.weight }),
      })),
      `no sample that people ${name} and both judges graded`,
    );
  const against = toClusters(pairs, { ifOldMissing: true, ifNewMissing: false });
  const inFavor = toClusters(pairs, { ifOldMissing: false, ifNewMissing: true });
  // A heavy sample that is not among those of the class yet may be the one that the new judge misses.
  const largestWeight = all.reduce((most, { weight = 0 }) => Math.max(most, weight), 0);
  const test = (clusters: readonly WinLossCluster[]) => pairedNonInferiority(clusters, swapMargin, { largestWeight });
  const notWorse = test(against);
  return {
    class: name,
    rate: name === 'pass' ? 'tpr' : 'tnr',
    n: pairs.length,
    old: toRate('isOldRight'),
    new: toRate('isNewRight'),
    difference: toDifference(test(toClusters(graded))),
    missing: {
      old: pairs.filter(({ isOldRight }) => isOldRight === null).length,
      new: pairs.filter(({ isNewRight }) => isNewRight === null).length,
    },
    notWorse: { difference: toDifference(notWorse), p: notWorse.p, pAdjusted: null },
    worse: testWorse(inFavor, test(inFavor)),
    ...(largestWeight === 0 ? {} : { effectiveN: notWorse.effective }),
    ...(pairs.length === 0 ? { why: `no sample that people ${name}` } : {}),
  };
}

/**
 * With one pair per conversation, flipping signs is McNemar's exact test. With weights, it is valid where both judges
 * are equally good in each stratum. Where the new one is better in one and worse in another, a heavy gain may not have
 * been drawn yet: so the score test on effective counts has to find a difference, too.
 */
function testWorse(clusters: readonly WinLossCluster[], measured: NonInferiority): SwapClass['worse'] {
  const difference = toDifference(measured);
  if (measured.n === 0) return { difference, p: null, pAdjusted: null, test: 'no test: no pairs' };
  const { p } = signFlipTest(clusters.map(({ weights, ...counts }) => toGain(weights ?? counts)));
  if (clusters.some(({ weights }) => weights !== undefined)) {
    const atLeast = toScoreP(clusters, measured.effective);
    return { difference, p: Math.max(p, atLeast), pAdjusted: null, test: 'weighted sign-flip and score test' };
  }
  const test = measured.clusters === measured.n ? 'exact McNemar test' : 'sign-flip test by conversation';
  return { difference, p, pAdjusted: null, test };
}

function toGain({ wins, losses }: Pick<WinLossCluster, 'wins' | 'losses'>): number {
  return wins - losses;
}

/** Two-sided, of no difference. */
function toScoreP(clusters: readonly WinLossCluster[], n: number): number {
  const sum = (key: 'wins' | 'losses' | 'pairs') =>
    clusters.reduce((total, { weights, ...counts }) => total + (weights ?? counts)[key], 0);
  const size = n / sum('pairs');
  const score = tangoScore({ wins: sum('wins') * size, losses: sum('losses') * size, n }, 0);
  return Math.min(1, 2 * normalTail(Math.abs(score)));
}

function toDifference({ value, low, high }: NonInferiority): Difference {
  return { value, low, high };
}

function decide(
  measured: MeasuredClass,
  adjusted: { readonly notWorse: number | null; readonly worse: number | null },
): SwapClass {
  const notWorse = { ...measured.notWorse, pAdjusted: adjusted.notWorse };
  const worse = { ...measured.worse, pAdjusted: adjusted.worse };
  const isNotWorse = (notWorse.p ?? 1) < swapLevels.notWorse && (notWorse.pAdjusted ?? 1) < swapLevels.family;
  const isWorse = (worse.pAdjusted ?? 1) < swapLevels.family && (worse.difference.high ?? 1) < 0;
  return { ...measured, verdict: isNotWorse ? 'not-worse' : isWorse ? 'worse' : 'inconclusive', notWorse, worse };
}

/** Conversations without a score could change either verdict. */
function withhold(decided: SwapClass, unanswered: number): SwapClass {
  return { ...decided, verdict: 'inconclusive', why: renderUnanswered(unanswered) };
}

function toVerdict(classes: readonly SwapClass[]): SwapVerdict {
  if (classes.every(({ verdict }) => verdict === 'not-worse')) return 'not-worse';
  return classes.some(({ verdict }) => verdict === 'worse') ? 'worse' : 'inconclusive';
}
