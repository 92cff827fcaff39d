import type { Palette } from '../palette.ts';

/** Puts the sign before the unit: `−$0.0020`. What rounds to nothing, or is too small to tell, has none. */
export function toSigned(render: (value: number) => string): (value: number) => string {
  return (value) => {
    const text = render(Math.abs(value));
    if (text.startsWith('<') || !/[1-9]/.test(text)) return text;
    return `${value < 0 ? '−' : '+'}${text}`;
  };
}

/** Three decimals; below that only how small. null: there is none. */
export function renderP(p: number | null): string {
  if (p === null) return '–';
  return p < 0.001 ? '<0.001' : p.toFixed(3);
}

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
