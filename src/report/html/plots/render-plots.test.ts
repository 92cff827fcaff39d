import { describe, expect, it } from 'vitest';
import { listReportCases, toReportCase } from '../../../../test/support/report-cases.ts';
import { FiguresCollector } from '../../figures-collector.ts';
import type { ColumnFigures } from '../../run-figures.ts';
import { renderDistributionPlot } from './distribution-plot.ts';
import { renderPlots } from './render-plots.ts';
import { renderSurvivalPlot } from './survival-plot.ts';

function getColumn(): ColumnFigures {
  const collector = new FiguresCollector({ run: 'r', targets: [] });
  collector.add(toReportCase(2));
  const [column] = collector.toFigures().columns;
  if (column === undefined) throw new Error('The case has a column.');
  return column;
}

const column = getColumn();
const toRate = (value: number) => ({ value, low: value, high: value, n: 4 });

describe('the plots', () => {
  it('show score by turn, survival and distribution', () => {
    const collector = new FiguresCollector({ run: 'r', targets: [] });
    for (const conversation of listReportCases(20)) collector.add(conversation);
    const html = renderPlots(collector.toFigures().columns, ['careful', 'careless']);
    expect([...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
      'Score by turn',
      'Survival',
      'Scores',
    ]);
    expect(html.match(/class="legend"/g)).toHaveLength(3);
    expect(html).not.toContain('NaN');
  });

  it('leave out what one turn cannot show', () => {
    const html = renderPlots([{ ...column, byPosition: column.byPosition.slice(0, 1) }], ['careful']);
    expect(html).not.toContain('Survival');
    expect(html).toContain('Scores');
  });

  it('let survival fall at the reply that failed: 1 after the 1st of 2 at 44 + 324 × 1/2 = 206, 0.5 (y 98) after the 2nd at 368', () => {
    const byPosition = [1, 0.5].map((alive, reply) => ({
      ...{ reply, rate: toRate(1), unit: toRate(1), alive: toRate(alive) },
    }));
    expect(renderSurvivalPlot([{ ...column, byPosition }])).toContain('d="M44 12H206V12H368V98"');
  });

  it('draw the distribution to a round top: 30 of 50 is 172 × 30/50 = 103.2 high', () => {
    const distribution = [30, ...Array<number>(18).fill(0), 1];
    const html = renderDistributionPlot([{ ...column, distribution }]);
    expect(html).toContain('height="103.2"><title>0.00–0.05: 30</title>');
    expect(html).toContain('<title>0.95–1.00: 1</title>');
    expect(html.match(/<rect/g)).toHaveLength(2);
    expect(html).toContain('>50</text>');
  });
});
