import type { Palette } from '../palette.ts';

/** How a comparison is shown on a terminal. */
export interface ComparisonStyle {
  readonly palette: Palette;
  /** Longest line of words, in characters. */
  readonly width: number;
  /** Flipped pairs that are listed, at most. Absent: what fits on one screen, or 20 with `verbose`. */
  readonly limit?: number;
  /** Every table, instead of what fits on one screen. */
  readonly verbose?: boolean;
  /** What commands need besides, to find the database: ` --db <file>`. */
  readonly storeOption: string;
}
