// npm run bench [-- row…]: builds the package, measures it, prints a table. Each row goes to bench/results.md when it ends.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireNode } from '../tools/install/node-version.mjs';
import { buildPackage } from './built-package.mjs';
import { renderSummary, renderTable } from './render.mjs';
import { keepRows } from './results.mjs';
import { measureAgreement } from './rows/agreement.mjs';
import { measureAlpha } from './rows/alpha.mjs';
import { measureBytes } from './rows/bytes.mjs';
import { measureCalibrate } from './rows/calibrate.mjs';
import { measureChecks } from './rows/checks.mjs';
import { measureCompare } from './rows/compare.mjs';
import { measureCoverage } from './rows/coverage.mjs';
import { measureFormat } from './rows/format.mjs';
import { measureHtml } from './rows/html.mjs';
import { measureItemsCrowd } from './rows/items-crowd.mjs';
import { measureItemsGet } from './rows/items-get.mjs';
import { measureItemsImport } from './rows/items-import.mjs';
import { measureItemsScale } from './rows/items-scale.mjs';
import { measureJsonl } from './rows/jsonl.mjs';
import { measureMemory } from './rows/memory.mjs';
import { measurePeers } from './rows/peers.mjs';
import { measureResume } from './rows/resume.mjs';
import { measureRun } from './rows/run.mjs';
import { measureShow } from './rows/show.mjs';
import { measureSize } from './rows/size.mjs';
import { measureStudioScroll } from './rows/studio-scroll.mjs';
import { measureStudioSize } from './rows/studio-size.mjs';
import { measureVersion } from './rows/version.mjs';
import { measureYaml } from './rows/yaml.mjs';

requireNode('npm run bench');

const measurements = {
  version: measureVersion,
  show: measureShow,
  yaml: measureYaml,
  jsonl: measureJsonl,
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
  'items-get': measureItemsGet,
  'items-scale': measureItemsScale,
  'items-crowd': measureItemsCrowd,
  html: measureHtml,
  calibrate: measureCalibrate,
  coverage: measureCoverage,
  'studio-size': measureStudioSize,
  'studio-scroll': measureStudioScroll,
};

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
      keepRows(name, measured, Object.keys(measurements));
      rows.push(...measured);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}

const wanted = listWanted(process.argv.slice(2));
console.error('bench: build …');
buildPackage();
const rows = await measureRows(wanted);
console.log(`\n${renderTable(rows)}\n\n${renderSummary(rows)}`);
console.log('Written to bench/results.md.');
