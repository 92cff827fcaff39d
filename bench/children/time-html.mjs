// The HTML report of 10,000 cases against JSON.stringify of the same records; writes the page, prints the medians as JSON.
import { writeFileSync } from 'node:fs';
import { renderHtmlReport } from '../../dist/report/html/render-html-report.js';
import { MetricsCollector } from '../../dist/report/metrics-collector.js';
import { listReportCases } from '../../test/support/report-cases.ts';
import { timePair } from '../measure.mjs';

const [pageFile] = process.argv.slice(2);
const records = [...listReportCases(10_000)];

async function* read() {
  yield* records;
}

/** From records to the last piece of the page, the metrics included: what `--html` does between reading and writing. */
async function renderPage() {
  const collector = new MetricsCollector({ run: 'bench', targets: ['careful', 'careless'], hasRepeats: false });
  for (const record of records) collector.add(record);
  const input = { metrics: collector.toMetrics(), title: 'bench', startedAt: '2026-01-01T00:00:00.000Z' };
  const pieces = [];
  for await (const piece of renderHtmlReport({ ...input, cases: read() })) pieces.push(piece);
  return pieces;
}

function stringify() {
  return records.map((record) => JSON.stringify(record));
}

const sum = (texts) => texts.reduce((total, { length }) => total + length, 0);
const expected = { page: sum(await renderPage()), json: sum(stringify()) };

function check(length, wanted) {
  if (length !== wanted) throw new Error(`${length} characters, not ${wanted}.`);
}

const times = await timePair({
  subject: async () => check(sum(await renderPage()), expected.page),
  baseline: () => check(sum(stringify()), expected.json),
  rounds: 11,
  warmUps: 2,
});
const bytes = Buffer.from((await renderPage()).join(''));
writeFileSync(pageFile, bytes);
process.stdout.write(
  JSON.stringify({ ...times, pageBytes: bytes.length, jsonBytes: Buffer.byteLength(stringify().join('')) }),
);
