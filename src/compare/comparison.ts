import type { CaseStatus } from '../conversation/verdict.ts';
import type { Estimate } from '../statistics/estimate.ts';

/** A difference B − A. Its n is a separate field: the pairs, or those where both sides have the number. */
export type Difference = Omit<Estimate, 'n'>;

export type ComparisonVerdict = 'better' | 'worse' | 'inconclusive';

/** Pairs of conversations that improved, stayed the same or regressed from A to B. */
export interface PairCounts {
  readonly pairs: number;
  readonly improved: number;
  readonly unchanged: number;
  readonly regressed: number;
}

/** The same comparison with missing verdicts (error or ungraded) counted as passes or fails. */
export interface MissingCounted extends PairCounts {
  readonly difference: Difference;
  readonly p: number | null;
}

/** Missing verdicts count against each verdict: for `better` B's as fails and A's as passes, for `worse` the reverse. */
interface WorstCase<Counted = MissingCounted> {
  readonly better: Counted;
  readonly worse: Counted;
}

export interface TagComparison extends PairCounts {
  readonly tag: string;
  readonly clusters: number;
  /** With the clustered t interval. */
  readonly difference: Difference;
  /** As tested alone. */
  readonly p: number | null;
  /** Holm-corrected over all tags; null with fewer than 6 clusters, which no test decides. */
  readonly pAdjusted: number | null;
  /** `p` is Holm-corrected over all tags. */
  readonly worstCase: WorstCase;
  /** By `pAdjusted` and the interval, here and in the worst case. */
  readonly verdict: ComparisonVerdict;
  /** Why it is inconclusive, where `pAdjusted` and the interval do not say. */
  readonly why?: string;
}

/** A pair whose status is not the same in both runs. */
export interface FlippedCase {
  readonly id: string;
  readonly eval: string;
  readonly repeat: number;
  readonly tags: readonly string[];
  readonly a: { readonly status: CaseStatus; readonly conversation: number };
  readonly b: { readonly status: CaseStatus; readonly conversation: number };
}

export interface ChangedMetric {
  readonly a: number | null;
  readonly b: number | null;
  readonly difference: Difference;
  /** Pairs of which both are known. */
  readonly n: number;
}

/** Run B compared with run A: what changed, and whether to believe it. B is the new one. */
export interface Comparison extends PairCounts {
  /** What the pairs are grouped by. */
  readonly clusters: number;
  /** Pass rates of the pairs. */
  readonly a: number | null;
  readonly b: number | null;
  /** Over the pairs that passed or failed on both sides, with the clustered t interval. */
  readonly difference: Difference;
  readonly p: number | null;
  /** Which test gave `p`, or why there is none. */
  readonly test: string;
  readonly worstCase: WorstCase;
  /** Missing verdicts count as fails on both sides. */
  readonly errorsAsFails: MissingCounted;
  /** p < 0.05 and the interval on one side of 0, over the decided pairs and in the worst case. */
  readonly verdict: ComparisonVerdict;
  /** Why what the decided pairs show does not hold in the worst case, so that missing verdicts have to be resolved first. */
  readonly why?: string;
  /** What fails a gate: the verdict is `worse`, or would be with missing verdicts counted as fails. */
  readonly isRegression: boolean;
  /**
   * About how many more cases would give an 80% chance of a verdict, if the true difference is the one seen and as many
   * verdicts are missing. 0 when there is a verdict. Null with the reason in `neededWhy`.
   */
  readonly neededCases: number | null;
  readonly neededWhy?: string;
  /** The verdict as text, with its numbers. */
  readonly summary: string;
  readonly byTag: readonly TagComparison[];
  readonly flipped: readonly FlippedCase[];
  /** Mean fold on 0–1. */
  readonly normalizedScore: ChangedMetric;
  readonly costUsd: ChangedMetric;
  readonly latencyMs: ChangedMetric;
  /** Conversations that are in no decided pair, by reason. */
  readonly unpaired: {
    readonly onlyA: number;
    readonly onlyB: number;
    /** The case is in both runs, and was asked something else in one of them. */
    readonly changed: number;
    /** In error, ungraded or skipped on either side. */
    readonly noVerdict: number;
    /** Of them, those that passed or failed in B and are in error or ungraded in A. */
    readonly noVerdictInA: number;
    /** Those that passed or failed in A and are in error or ungraded in B. */
    readonly noVerdictInB: number;
    /** Those that are in error or ungraded in both. */
    readonly noVerdictInBoth: number;
    /** Of `noVerdictInB`, those that A passed. */
    readonly lostPasses: number;
  };
  /** Of random sign flips, where all flips are too many to count. */
  readonly seed: number;
}
