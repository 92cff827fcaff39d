import { writeFileSync } from 'node:fs';
import { type HtmlReportInput, renderHtmlReport } from '../../src/report/html/render-html-report.ts';
import type { ReportCase } from '../../src/report/html/to-page-case.ts';
import { MetricsCollector } from '../../src/report/metrics-collector.ts';

/** Writes the page of a run that consists of these conversations. */
export async function writeReport(
  path: string,
  cases: readonly ReportCase[],
  more: Partial<HtmlReportInput> = {},
): Promise<void> {
  const targets = [...new Set(cases.map(({ start }) => start.target))];
  const collector = new MetricsCollector({ run: '20260102-030405-abcd', targets });
  for (const conversation of cases) collector.add(conversation);
  const pieces: string[] = [];
  const report = renderHtmlReport({
    metrics: collector.toMetrics(),
    title: 'refunds',
    startedAt: '2026-01-02T03:04:05.000Z',
    endedAt: '2026-01-02T03:09:05.000Z',
    targets: targets.map((id) => ({ id, provider: 'builtin', model: 'rules' })),
    cases: toAsync(cases),
    ...more,
  });
  for await (const piece of report) pieces.push(piece);
  writeFileSync(path, pieces.join(''));
}

async function* toAsync(cases: readonly ReportCase[]): AsyncGenerator<ReportCase> {
  yield* cases;
}
