import type { CaseStatus } from '../conversation/verdict.ts';

/** A difference B − A with its 95 % interval. Undefined is null, with the reason. */
export interface Difference {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly why?: string;
}

export type ComparisonVerdict = 'better' | 'worse' | 'undecided';

/** Wins, ties and losses of B against A over pairs of conversations. */
export interface PairCounts {
  readonly pairs: number;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

export interface TagComparison extends PairCounts {
  readonly tag: string;
  readonly clusters: number;
  /** With the clustered t interval. */
  readonly difference: Difference;
  /** As tested alone. */
  readonly p: number | null;
  /** Held against all tags together, by Holm; null with fewer than 6 clusters, which no test decides. */
  readonly pAdjusted: number | null;
  /** By `pAdjusted`. */
  readonly verdict: ComparisonVerdict;
  /** Why it is undecided, where p and the interval do not say. */
  readonly why?: string;
}

/** A pair whose status is not the same in both runs. */
export interface FlippedCase {
  readonly id: string;
  readonly dataset: string;
  readonly repeat: number;
  readonly tags: readonly string[];
  readonly a: { readonly status: CaseStatus; readonly conversation: number };
  readonly b: { readonly status: CaseStatus; readonly conversation: number };
}

export interface ChangedFigure {
  readonly a: number | null;
  readonly b: number | null;
  readonly difference: Difference;
  /** Pairs of which both are known. */
  readonly n: number;
}

/** Two runs set against each other: what changed, and whether to believe it. B is the new one. */
export interface Comparison extends PairCounts {
  /** What the pairs are grouped by. */
  readonly clusters: number;
  /** Pass rates of the pairs. */
  readonly a: number | null;
  readonly b: number | null;
  readonly difference: Difference;
  readonly p: number | null;
  /** Which test gave `p`, or why there is none. */
  readonly test: string;
  readonly verdict: ComparisonVerdict;
  /**
   * Cases more that would tell, with 80 % power, if the difference is what it seems; 0 when it is told already; null with
   * the reason beside it.
   */
  readonly neededCases: number | null;
  readonly neededWhy?: string;
  /** In words: better, worse, or cannot tell yet and how many more cases would tell. */
  readonly sentence: string;
  readonly byTag: readonly TagComparison[];
  readonly flipped: readonly FlippedCase[];
  /** Mean fold on 0–1. */
  readonly unit: ChangedFigure;
  readonly costUsd: ChangedFigure;
  readonly latencyMs: ChangedFigure;
  /** Conversations that make no pair, by reason. */
  readonly left: {
    readonly onlyA: number;
    readonly onlyB: number;
    /** Of a case that is in both, and was asked something else in one of them. */
    readonly changed: number;
    /** In error, ungraded or skipped on either side. */
    readonly undecided: number;
    /** Of them, those that passed or failed in A and are in error or ungraded in B. */
    readonly noVerdictInB: number;
    /** Of those, the ones that A passed. When they are more than the wins, B is not called better. */
    readonly lostPasses: number;
  };
  /** 0: the clusters are all alike, and the interval is what could still be unseen. */
  readonly resamples: number;
  /** Resamples of which no difference could be had. */
  readonly unusable: number;
  readonly seed: number;
}
