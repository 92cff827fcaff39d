import type { ClusteredInterval } from '../statistics/rates/clustered-rate.ts';
import type { JudgeNoise } from './split-noise.ts';

/** By chance alone two runs of the same target differ by less than this in 95% of comparisons. See `chanceDifference`. */
interface ChanceDifference {
  /** Plays of each case in each run. */
  readonly repeats: number;
  readonly value: number;
  /** From the ends of the flip rate's interval. */
  readonly low: number;
  readonly high: number;
}

/** Minimum detectable difference at 80% power. What changes between two runs decides which of the two applies. */
export interface DetectableDifference {
  /** Plays of each case in each run. */
  readonly repeats: number;
  /** The pass rate of every case moves by this much; null: too few clusters. */
  readonly ifAllMove: number | null;
  /** This share of the cases changes for good, the others not at all; null: too few clusters. */
  readonly ifSomeChange: number | null;
}

/** What it takes to detect a difference of `difference` with 80% power. */
export interface NeededToDetect {
  readonly difference: number;
  /** Plays of each of these cases, if the pass rate of every case moves by `difference`; null: too few clusters. */
  readonly repeats: number | null;
  /** Or independent cases played once. */
  readonly cases: number;
  /** If that share of the cases changes for good: independent cases played once, and the fewest with any repeats. */
  readonly ifSomeChange: { readonly cases: number; readonly fewestCases: number };
}

/** How much a run differs from itself. */
export interface Noise {
  /** Cases that passed or failed twice or more, each once in however many formats and modes it was played. */
  readonly cases: number;
  /** Of them, those that did both in one format and mode. */
  readonly flipped: number;
  /** Conversations in error, ungraded or skipped: they say nothing. */
  readonly noVerdict: number;
  /** Chance that a repeated case has another result. `n` counts it once per format and mode. */
  readonly flipRate: ClusteredInterval;
  readonly byRepeat: readonly { readonly repeat: number; readonly rate: ClusteredInterval }[];
  /** Empty when no case was played twice. */
  readonly chanceDifference: readonly ChanceDifference[];
  /** Empty when no case was played twice. */
  readonly minimumDetectableDifference: readonly DetectableDifference[];
  readonly toDetect?: NeededToDetect;
  /** Nothing flipped: the numbers use the upper end of the flip rate's interval. */
  readonly isUpperBound: boolean;
  readonly summary: string;
  /** What of it comes from the judge alone; absent: nothing was judged a second time. */
  readonly judge?: JudgeNoise;
}
