import type { VariantMetrics } from '../../run-metrics.ts';
import { renderPlotFrame, shareTicks, shownSeries, type Tick, toX, toY } from './plot-frame.ts';

/** Conversations by their mean score; in each step the variants stand side by side, in their order. */
export function renderDistributionPlot(variants: readonly VariantMetrics[]): string {
  const shown = variants.slice(0, shownSeries);
  const top = toRoundTop(Math.max(1, ...shown.flatMap(({ distribution }) => distribution)));
  const content = shown.map(({ distribution }, series) => {
    const bars = distribution.map((count, step) =>
      count === 0 ? '' : renderColumn(count, { step, steps: distribution.length, series, of: shown.length, top }),
    );
    return `<g class="series s${series}">${bars.join('')}</g>`;
  });
  return renderPlotFrame({
    description: 'Conversations by their mean score',
    xTitle: 'mean score',
    xTicks: shareTicks,
    yTicks: listCountTicks(top),
    content: content.join(''),
  });
}

interface Place {
  readonly step: number;
  readonly steps: number;
  readonly series: number;
  /** Variants in one step. */
  readonly of: number;
  readonly top: number;
}

function renderColumn(count: number, { step, steps, series, of, top }: Place): string {
  const from = toX((step + series / of) / steps);
  const width = toX((step + (series + 1) / of) / steps) - from;
  // A bar of one case among ten thousand is still there.
  const y = Math.min(toY(count / top), toY(0) - 1.5);
  const title = `<title>${(step / steps).toFixed(2)}–${((step + 1) / steps).toFixed(2)}: ${count.toLocaleString('en')}</title>`;
  const gap = width > 6 ? 2 : 0.6;
  return `<rect class="column" x="${(from + gap / 2).toFixed(1)}" y="${y}" width="${(width - gap).toFixed(1)}" height="${(toY(0) - y).toFixed(1)}">${title}</rect>`;
}

/** The next 1, 2 or 5 followed by zeros that is not below. */
function toRoundTop(greatest: number): number {
  const unit = 10 ** Math.floor(Math.log10(greatest));
  return ([1, 2, 5, 10].find((factor) => factor * unit >= greatest) ?? 10) * unit;
}

function listCountTicks(top: number): readonly Tick[] {
  const parts = top < 4 ? top : 2;
  const shares = Array.from({ length: parts + 1 }, (_, index) => index / parts);
  return shares.map((at) => ({ at, label: (at * top).toLocaleString('en') }));
}
