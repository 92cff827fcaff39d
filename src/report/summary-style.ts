import type { Palette } from './palette.ts';

/** How the summary is shown. */
export interface SummaryStyle {
  readonly palette: Palette;
  /** Longest line, in characters; Infinity: nothing is cut or broken. */
  readonly width: number;
  /** Every table and every note, instead of what fits on one screen. */
  readonly verbose?: boolean;
  /** Lines that list cases, in place of the failures. */
  readonly cases?: readonly string[];
  /** What the command to look closer needs besides: ` --store <file>`. */
  readonly storeOption?: string;
  /** What compares this run with an earlier one: `turnwise compare …`. */
  readonly compareCommand?: string;
}
