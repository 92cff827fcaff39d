// npm run bench [-- row…]: builds the package, measures it, prints a table. Writes each row to bench/results.md when it ends.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireNode } from '../tools/install/node-version.mjs';
import { buildPackage, rootFolder } from './built-package.mjs';
import { renderMarkdown, renderSummary, renderTable } from './render.mjs';
import { measureCalibrate } from './rows/calibrate.mjs';
import { measureChecks, measureFormat, measureYaml } from './rows/conversations.mjs';
import { measureCoverage } from './rows/coverage.mjs';
import { measureHtml } from './rows/html.mjs';
import { measureItemsCrowd } from './rows/items-crowd.mjs';
import { measureItemsGet } from './rows/items-get.mjs';
import { measureItemsImport } from './rows/items-import.mjs';
import { measureItemsScale } from './rows/items-scale.mjs';
import { measureMemory } from './rows/memory.mjs';
import { measurePeers } from './rows/peers.mjs';
import { measureResume } from './rows/resume.mjs';
import { measureRun } from './rows/run.mjs';
import { measureBytes, measureSize } from './rows/size.mjs';
import { measurePreview, measureRunStart, measureVersion } from './rows/start-up.mjs';
import { measureAgreement, measureAlpha, measureCompare } from './rows/statistics.mjs';
import { measureStudioScroll } from './rows/studio-scroll.mjs';
import { measureStudioSize } from './rows/studio-size.mjs';
import { measureTableImport } from './rows/table-import.mjs';

requireNode('npm run bench');

const measurements = {
  version: measureVersion,
  preview: measurePreview,
  'run-start': measureRunStart,
  yaml: measureYaml,
  format: measureFormat,
  checks: measureChecks,
  size: measureSize,
  run: measureRun,
  peers: measurePeers,
  memory: measureMemory,
  resume: measureResume,
  bytes: measureBytes,
  compare: measureCompare,
  alpha: measureAlpha,
  agreement: measureAgreement,
  'items-import': measureItemsImport,
  'table-import': measureTableImport,
  'items-get': measureItemsGet,
  'items-scale': measureItemsScale,
  'items-crowd': measureItemsCrowd,
  html: measureHtml,
  calibrate: measureCalibrate,
  coverage: measureCoverage,
  'studio-size': measureStudioSize,
  'studio-scroll': measureStudioScroll,
};

const results = { data: join(rootFolder, 'bench', 'results.json'), page: join(rootFolder, 'bench', 'results.md') };

function listWanted(names) {
  const unknown = names.filter((name) => !Object.hasOwn(measurements, name));
  if (unknown.length === 0) return names.length === 0 ? Object.keys(measurements) : names;
  console.error(`There is no row "${unknown[0]}". Rows: ${Object.keys(measurements).join(', ')}.`);
  process.exit(2);
}

async function measureRows(names) {
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-bench-'));
  const rows = [];
  try {
    for (const name of names) {
      console.error(`bench: ${name} …`);
      const rowFolder = join(folder, name);
      mkdirSync(rowFolder);
      const measured = [await measurements[name](rowFolder)].flat();
      keepRows(name, measured);
      rows.push(...measured);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}

/** Replaces the rows of this name and rewrites the page. Other rows keep their last measurement. */
function keepRows(name, rows) {
  const kept = existsSync(results.data) ? JSON.parse(readFileSync(results.data, 'utf8')) : {};
  const measuredOn = new Date().toISOString().slice(0, 10);
  kept[name] = rows.map((row) => ({ ...row, met: row.met ?? null, hasBar: row.met !== null, measuredOn }));
  writeFileSync(results.data, `${JSON.stringify(kept, null, 2)}\n`);
  const listed = Object.keys(measurements).flatMap((each) => kept[each] ?? []);
  writeFileSync(results.page, renderMarkdown(listed.map(toRow)));
}

/** JSON has no `undefined`, so `hasBar` separates a bar that could not be measured from a row without one. */
function toRow({ hasBar, met, ...row }) {
  return { ...row, met: hasBar ? (met ?? undefined) : null };
}

const wanted = listWanted(process.argv.slice(2));
console.error('bench: build …');
buildPackage();
const rows = await measureRows(wanted);
console.log(`\n${renderTable(rows)}\n\n${renderSummary(rows)}`);
console.log('Written to bench/results.md.');
