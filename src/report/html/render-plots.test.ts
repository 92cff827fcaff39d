import { describe, expect, it } from 'vitest';
import { listReportCases, toReportCase } from '../../../test/support/report-cases.ts';
import { MetricsCollector } from '../metrics-collector.ts';
import type { VariantMetrics } from '../run-metrics.ts';
import { renderDistributionPlot, renderPlots, renderSurvivalPlot } from './render-plots.ts';

function getVariant(): VariantMetrics {
  const collector = new MetricsCollector({ run: 'r', targets: [] });
  collector.add(toReportCase(2));
  const [variant] = collector.toMetrics().variants;
  if (variant === undefined) throw new Error('The case has a variant.');
  return variant;
}

const variant = getVariant();
const toRate = (value: number, n = 8) => ({ value, low: value, high: value, n });

/** A variant with a share of survival and a number at risk for each reply. */
function withAlive(...steps: readonly (readonly [value: number, n: number])[]): VariantMetrics {
  const byPosition = steps.map(([value, n], reply) => {
    return {
      replyIndex: reply,
      turnIndex: 2 * reply + 1,
      rate: toRate(1),
      normalizedScore: toRate(1),
      survival: toRate(value, n),
    };
  });
  return { ...variant, byPosition };
}

describe('the plots', () => {
  it('show score by turn, survival and distribution', () => {
    const collector = new MetricsCollector({ run: 'r', targets: [] });
    for (const conversation of listReportCases(20)) collector.add(conversation);
    const html = renderPlots(collector.toMetrics().variants, ['careful', 'careless']);
    expect([...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
      'Score by turn',
      'Survival',
      'Scores',
    ]);
    expect(html.match(/class="legend"/g)).toHaveLength(3);
    expect(html).not.toContain('NaN');
  });

  it('leave out what one turn cannot show', () => {
    const html = renderPlots([{ ...variant, byPosition: variant.byPosition.slice(0, 1) }], ['careful']);
    expect(html).not.toContain('Survival');
    expect(html).toContain('Scores');
  });

  it('let survival fall at the reply that failed: 1 after the 1st of 2 at 44 + 324 × 1/2 = 206, 0.5 (y 98) after the 2nd at 368', () => {
    expect(renderSurvivalPlot([withAlive([1, 8], [0.5, 7])])).toContain('d="M44 12H206V12H368V98"');
  });

  it('print the number at risk below each turn', () => {
    const plot = renderSurvivalPlot([withAlive([1, 1200], [0.5, 7])]);
    // One row of 14 below the 224 of the plot, at 224 + 14 − 3 = 235.
    expect(plot).toContain('viewBox="0 0 380 238"');
    expect(plot).toContain('<text x="206" y="235" text-anchor="middle">1,200</text>');
    expect(plot).toContain('<text x="368" y="235" text-anchor="middle">7</text>');
    expect(plot).toContain('text-anchor="middle">2</text>');
    expect(plot).toContain('text-anchor="middle">4</text>');
  });

  it('end the curve where fewer than 5 are at risk, however low the share is at that point', () => {
    const plot = renderSurvivalPlot([withAlive([0.8, 5], [0, 1])]);
    // The only step is the whole width: 0.8 at 12 + 0.2 × 172 = 46.4.
    expect(plot).toContain('d="M44 12H368V46.4"');
    expect(renderSurvivalPlot([withAlive([0, 1], [0, 1])])).toBe('');
  });

  it('have no survival where no turn has 5 conversations at risk', () => {
    const html = renderPlots([withAlive([0, 1], [0, 1])], ['careful']);
    expect(html).toContain('Score by turn');
    expect(html).not.toContain('Survival');
  });

  it('draw the distribution to a round top: 30 of 50 is 172 × 30/50 = 103.2 high', () => {
    const distribution = [30, ...Array<number>(18).fill(0), 1];
    const html = renderDistributionPlot([{ ...variant, distribution }]);
    expect(html).toContain('height="103.2"><title>0.00–0.05: 30</title>');
    expect(html).toContain('<title>0.95–1.00: 1</title>');
    expect(html.match(/<rect/g)).toHaveLength(2);
    expect(html).toContain('>50</text>');
  });
});
