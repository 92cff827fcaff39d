import type { ReplyNames } from '../reply-names.ts';
import type { VariantMetrics } from '../run-metrics.ts';

/** Size of a plot in its own units, and what its axes need of it. */
const plotSize = { width: 380, height: 224, left: 44, right: 12, top: 12, bottom: 40 } as const;

const innerWidth = plotSize.width - plotSize.left - plotSize.right;
const innerHeight = plotSize.height - plotSize.top - plotSize.bottom;

/** 0–1 from left to right. */
export function toX(share: number): number {
  return round(plotSize.left + share * innerWidth);
}

/** 0–1 from bottom to top. */
export function toY(share: number): number {
  return round(plotSize.top + (1 - share) * innerHeight);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export interface Tick {
  /** 0–1 along the axis. */
  readonly at: number;
  readonly label: string;
}

interface PlotFrame {
  /** What it shows, for screen readers. */
  readonly description: string;
  readonly xTitle: string;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  /** SVG of the data. */
  readonly content: string;
  /** Rows of numbers below the axis, each with its label at the left, as SVG around the point 0 0. */
  readonly rows?: readonly { readonly sign: string; readonly ticks: readonly Tick[] }[];
}

const rowHeight = 14;

/** Axes, their ticks, and the data between them. Texts are HTML already. */
export function renderPlotFrame({ description, xTitle, xTicks, yTicks, content, rows = [] }: PlotFrame): string {
  const { width, height } = plotSize;
  const left = toX(0);
  const base = toY(0);
  const grid = yTicks.map(({ at, label }) => {
    const y = toY(at);
    return `<line class="grid" x1="${left}" x2="${toX(1)}" y1="${y}" y2="${y}"/><text x="${left - 6}" y="${y + 4}" text-anchor="end">${label}</text>`;
  });
  const below = xTicks.map(
    ({ at, label }) => `<text x="${toX(at)}" y="${base + 15}" text-anchor="middle">${label}</text>`,
  );
  const title = `<text class="axis" x="${toX(0.5)}" y="${height - 8}" text-anchor="middle">${xTitle}</text>`;
  const counts = rows.map(({ sign, ticks }, row) => renderRow(ticks, sign, height + (row + 1) * rowHeight - 3));
  const tall = height + rows.length * rowHeight;
  return `<svg class="plot" viewBox="0 0 ${width} ${tall}" role="img" aria-label="${description}">${grid.join('')}${below.join('')}${title}${content}${counts.join('')}</svg>`;
}

function renderRow(ticks: readonly Tick[], sign: string, y: number): string {
  const cells = ticks.map(({ at, label }) => `<text x="${toX(at)}" y="${y}" text-anchor="middle">${label}</text>`);
  const head = `<text x="${toX(0) - 6}" y="${y}" text-anchor="end">n</text>`;
  return `${sign === '' ? '' : `<g transform="translate(14 ${y - 4})">${sign}</g>`}${head}${cells.join('')}`;
}

/** How many replies the longest conversation had, as far as they were graded: ungraded positions are left out. */
export function countReplies(variants: readonly Pick<VariantMetrics, 'byPosition'>[]): number {
  return Math.max(0, ...variants.map(({ byPosition }) => (byPosition.at(-1)?.replyIndex ?? -1) + 1));
}

/** The labels for `count` replies in a row: at most about ten. A reply without a name has no label. */
export function listReplyTicks(count: number, names: ReplyNames, toAt: (reply: number) => number): readonly Tick[] {
  const step = Math.max(1, Math.ceil(count / 10));
  const labeled = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
  return labeled.flatMap((reply) => {
    const label = names.findNumber(reply);
    return label === undefined ? [] : [{ at: toAt(reply), label }];
  });
}

export const shareTicks: readonly Tick[] = [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, label: String(at) }));

export const percentTicks: readonly Tick[] = [0, 25, 50, 75, 100].map((percent) => ({
  at: percent / 100,
  label: `${percent}%`,
}));

/** Variants that are drawn. More lines would be hard to tell apart. */
export const shownSeries = 6;

/** A shape of its own for each variant, so that color is never the only signal. */
export function renderMarker(series: number, x: number, y: number): string {
  return `<path class="marker" d="M${x} ${y}${shapes[series % shapes.length]}"/>`;
}

const shapes = [
  'm-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z',
  'm-3.2 -3.2h6.4v6.4h-6.4z',
  'm0 -4.2l4 7h-8z',
  'm0 -4.5l4.5 4.5l-4.5 4.5l-4.5 -4.5z',
  'm0 4.2l4 -7h-8z',
  'm-4 -1.3h2.7v-2.7h2.6v2.7h2.7v2.6h-2.7v2.7h-2.6v-2.7h-2.7z',
];

/** Which line is which variant. */
export function renderLegend(labels: readonly string[]): string {
  if (labels.length < 2) return '';
  const items = labels.slice(0, shownSeries).map((label, series) => {
    const swatch = `<svg width="26" height="12" viewBox="0 0 26 12" aria-hidden="true"><g class="series s${series}"><path class="line" d="M0 6H26"/>${renderMarker(series, 13, 6)}</g></svg>`;
    return `<li>${swatch}${label}</li>`;
  });
  const rest = labels.length - shownSeries;
  const more = rest > 0 ? `<li class="n">${rest} more in the tables</li>` : '';
  return `<ul class="legend">${items.join('')}${more}</ul>`;
}
