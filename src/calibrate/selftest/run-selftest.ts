import { listOurFigures } from './our-figures.ts';
import { publishedRaters } from './published-raters.ts';
import { publishedRates } from './published-rates.ts';
import { publishedTables } from './published-tables.ts';
import type { PublishedValue } from './published-value.ts';

/** A published figure beside ours. */
export interface SelftestRow {
  readonly id: string;
  readonly source: string;
  /** False: nobody published it; it was worked out for this test, from the formula. */
  readonly isPublished: boolean;
  readonly figure: string;
  readonly published: number;
  readonly ours: number | null;
  readonly tolerance: number;
  /** Ours is off by no more than the tolerance. */
  readonly ok: boolean;
}

export const publishedValues: readonly PublishedValue[] = [...publishedTables, ...publishedRaters, ...publishedRates];

/** Computes every published figure again. */
export function runSelftest(): readonly SelftestRow[] {
  return publishedValues.flatMap((value) => {
    const figures = listOurFigures(value);
    return Object.entries(value.figures).map(([figure, published]) => {
      const ours = figures[figure]?.() ?? null;
      const ok = ours !== null && Math.abs(ours - published) <= value.tolerance;
      const { id, source, isOurs = false, tolerance } = value;
      return { id, source, isPublished: !isOurs, figure, published, ours, tolerance, ok };
    });
  });
}
