import { listOurMetrics } from './our-metrics.ts';
import { publishedRaters } from './published-raters.ts';
import { publishedRates } from './published-rates.ts';
import { publishedTables } from './published-tables.ts';
import type { PublishedValue } from './published-value.ts';

/** A published metric next to ours. */
export interface SelftestRow {
  readonly id: string;
  readonly source: string;
  /** False: it was computed for this test from the formula. */
  readonly isPublished: boolean;
  readonly metric: string;
  readonly published: number;
  readonly ours: number | null;
  readonly tolerance: number;
  /** Ours is off by no more than the tolerance. */
  readonly ok: boolean;
}

export const publishedValues: readonly PublishedValue[] = [...publishedTables, ...publishedRaters, ...publishedRates];

/** Computes every published metric again. */
export function runSelftest(): readonly SelftestRow[] {
  return publishedValues.flatMap((value) => {
    const metrics = listOurMetrics(value);
    return Object.entries(value.metrics).map(([metric, published]) => {
      const ours = metrics[metric]?.() ?? null;
      const ok = ours !== null && Math.abs(ours - published) <= value.tolerance;
      const { id, source, isOurs = false, tolerance } = value;
      return { id, source, isPublished: !isOurs, metric, published, ours, tolerance, ok };
    });
  });
}
