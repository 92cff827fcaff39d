interface Published {
  readonly id: string;
  /** The publication, or what it was computed from. */
  readonly source: string;
  /** False: the values were computed for this test from the formula. */
  readonly isOurs?: true;
  /** What was published, by the name of the metric. */
  readonly metrics: Readonly<Record<string, number>>;
  /** How far ours may be off: what the published one was rounded by. */
  readonly tolerance: number;
}

/** Data, and the metrics published for them, or those that follow from a formula by hand. */
export type PublishedValue = Published &
  (
    | { readonly kind: 'ratings'; readonly data: readonly (readonly (number | string | null)[])[] }
    /** counts: units × categories. table: first rater × second. scores: units × raters, complete. clusters: values, and the cluster of each. */
    | { readonly kind: 'counts' | 'table' | 'scores' | 'clusters'; readonly data: readonly (readonly number[])[] }
    /** rate: successes and trials. judge: TPR, TNR and the share it passes. pairs: wins and losses. */
    | { readonly kind: 'rate' | 'judge' | 'pairs'; readonly data: readonly number[] }
    /** The share that it passes, TNR, TPR, and the samples behind each. */
    | { readonly kind: 'sampled-judge'; readonly data: readonly number[] }
  );
