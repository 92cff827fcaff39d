import type { Palette } from '../palette.ts';

/** How a comparison is shown on a terminal. */
export interface ComparisonStyle {
  readonly palette: Palette;
  /** Longest line of words, in characters. */
  readonly width: number;
  /** Most pairs that flipped which are listed. */
  readonly limit: number;
  /** What commands need besides, to find the store: ` --store <file>`. */
  readonly storeOption: string;
}
