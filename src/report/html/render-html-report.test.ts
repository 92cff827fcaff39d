import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listReportCases } from '../../../test/support/report-cases.ts';
import { MetricsCollector } from '../metrics-collector.ts';
import { renderHtmlReport } from './render-html-report.ts';
import type { ReportCase } from './to-page-case.ts';

function toInput(cases: readonly ReportCase[], onRead: () => void = () => {}) {
  const collector = new MetricsCollector({ run: 'r1', targets: ['careful', 'careless'] });
  for (const conversation of cases) collector.add(conversation);
  return {
    metrics: collector.toMetrics(),
    title: 'a <b>',
    startedAt: '2026-01-02T03:04:05.000Z',
    cases: (async function* () {
      for (const conversation of cases) {
        onRead();
        yield conversation;
      }
    })(),
  };
}

async function render(cases: readonly ReportCase[]): Promise<string> {
  return (await Array.fromAsync(renderHtmlReport(toInput(cases)))).join('');
}

describe('the HTML report', () => {
  it('allows its own script and style by their hashes, and nothing else', async () => {
    const page = await render([...listReportCases(3)]);
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
    const hashOf = (pattern: RegExp) => {
      const text = pattern.exec(page)?.[1] ?? '';
      return `sha256-${createHash('sha256').update(text).digest('base64')}`;
    };
    expect(policy).toBe(
      [
        "default-src 'none'",
        `script-src '${hashOf(/<script>(.*?)<\/script>/s)}'`,
        `style-src '${hashOf(/<style>(.*?)<\/style>/s)}'`,
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; '),
    );
    expect(page).not.toMatch(/ (style|on[a-z]+)="/);
  });

  it('puts the metrics before the data and the data before the script', async () => {
    const page = await render([...listReportCases(3)]);
    const places = ['<h1>a &lt;b&gt;</h1>', 'class="headline"', 'Score by turn', 'tw-index', 'tw-cases', '<script>'];
    const found = places.map((text) => page.indexOf(text));
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    expect(found).not.toContain(-1);
  });

  it('is written while it is read, and never reads ahead of what it wrote by more than a chunk', async () => {
    let read = 0;
    const report = renderHtmlReport(toInput([...listReportCases(1_000)], () => (read += 1)));
    const seen: number[] = [];
    for await (const piece of report) if (piece.includes('class="tw-cases"')) seen.push(read);
    expect(seen).toEqual([200, 400, 600, 800, 1_000]);
  });

  it('keeps every case as a line of JSON that can be read alone', async () => {
    const page = await render([...listReportCases(250)]);
    const blocks = [...page.matchAll(/class="tw-cases">(.*?)<\/script>/gs)].map(([, json = '']) => json);
    expect(blocks.map((json) => JSON.parse(json).length)).toEqual([200, 50]);
    expect(JSON.parse(blocks[1]?.split('\n')[1]?.replace(/,$/, '') ?? '').t).toHaveLength(8);
  });

  it('works for a run without cases', async () => {
    const page = await render([]);
    expect(page).toContain('No conversation was completed.');
    expect(page).not.toContain('tw-cases">');
  });
});
