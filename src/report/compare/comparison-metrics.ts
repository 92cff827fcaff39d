import { joinEnds, toSignedPoints } from '../../base/percent.ts';
import type { ChangedMetric, Difference } from '../../compare/comparison.ts';
import type { Palette } from '../palette.ts';

/** A difference of rates in percentage points with its 95% CI: `+9 pp (95% CI +1.2 to +17)`. */
export function renderSignedPoints(difference: Difference): string {
  const [value, low, high] = toEnds(difference, toSignedPoints);
  if (value === undefined) return renderNone(difference);
  return low === undefined || high === undefined ? `${value} pp` : `${value} pp (95% CI ${joinEnds(low, high)})`;
}

/** A change of any metric, in its own unit: `+$0.0010 (95% CI −$0.0002 to +$0.0020)`. */
export function renderChange({ difference }: ChangedMetric, render: (value: number) => string): string {
  const [value, low, high] = toEnds(difference, (metric) => renderSigned(metric, render));
  if (value === undefined) return renderNone(difference);
  return low === undefined || high === undefined ? value : `${value} (95% CI ${joinEnds(low, high)})`;
}

/** What is not defined says why. */
function renderNone({ why }: Difference): string {
  return why === undefined ? '–' : `– (${why})`;
}

function toEnds({ value, low, high }: Difference, render: (value: number) => string) {
  return [value, low, high].map((end) => (end === null ? undefined : render(end)));
}

/** The sign stands before the metric; what rounds to nothing, or is less than can be told, has none. */
function renderSigned(value: number, render: (value: number) => string): string {
  const metric = render(Math.abs(value));
  if (metric.startsWith('<') || !/[1-9]/.test(metric)) return metric;
  return `${value < 0 ? '−' : '+'}${metric}`;
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
