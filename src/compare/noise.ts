import type { ClusteredInterval } from '../statistics/clustered-rate.ts';
import type { JudgeNoise } from './split-noise.ts';

/** The smallest difference of pass rates to be believed at 95 %, when each case is played so often in both runs. */
export interface SmallestDifference {
  readonly repeats: number;
  readonly value: number;
  /** From the ends of the flip rate's interval. */
  readonly low: number;
  readonly high: number;
}

/** What it takes to find a difference of `points` with 80 % power: more plays of these cases, or more cases played once. */
export interface NeededToSee {
  readonly points: number;
  readonly repeats: number;
  readonly cases: number;
}

/** How much a run differs from itself. */
export interface Noise {
  /** Cases that passed or failed twice or more. */
  readonly cases: number;
  /** Of them, those that did both. */
  readonly flipped: number;
  /** Conversations in error, ungraded or skipped: they say nothing. */
  readonly undecided: number;
  /** Chance that a case comes out differently when it is played again. */
  readonly flipRate: ClusteredInterval;
  readonly byRepeat: readonly { readonly repeat: number; readonly rate: ClusteredInterval }[];
  /** Empty when no case was played twice. */
  readonly smallest: readonly SmallestDifference[];
  readonly toSee?: NeededToSee;
  /** Nothing flipped: the figures stand on the upper end of the flip rate's interval. */
  readonly isUpperEnd: boolean;
  readonly sentence: string;
  /** What of it comes from the judge alone; absent: nothing was judged a second time. */
  readonly judge?: JudgeNoise;
}
