import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { binFile } from '../built-package.mjs';
import { writeJsonlEval } from '../cases.mjs';
import { toChatCase, writeChatProject } from '../chat-cases.mjs';
import { writeBenchItems } from '../items.mjs';
import { median, runMeasured } from '../measure.mjs';
import { playOurs } from '../plays.mjs';
import { importFile, serve } from '../served.mjs';

const cases = 100_000;
const items = 300_000;
const limits = { validate: 250, run: 300, import: 600 };
/** The import takes a minute, and its peak differs by 3% between runs. */
const rounds = { validate: 3, run: 3, import: 1 };

/** Peak resident memory of one process of the package, as the process itself reports at its end. */
export async function measureMemory(folder) {
  const count = cases.toLocaleString('en');
  return [
    await measure('validate', `validating ${count} cases of JSONL`, validateCases(folder)),
    await measure('run', `running ${count} cases of JSONL`, runCases(folder)),
    await measure('import', `importing ${items.toLocaleString('en')} items`, await importItems(folder)),
  ];
}

async function measure(name, what, findPeak) {
  const limit = limits[name];
  const peaks = [];
  for (let round = 0; round < rounds[name]; round++) peaks.push(await findPeak());
  const peak = median(peaks);
  const spread = peaks.length === 1 ? '' : ` (${Math.min(...peaks).toFixed(0)}–${Math.max(...peaks).toFixed(0)})`;
  return {
    what: `peak memory of ${what}`,
    bar: `≤ ${limit} MB`,
    measured: `${peak.toFixed(0)} MB${spread}`,
    ratio: `${(peak / limit).toFixed(2)}×`,
    met: peak <= limit,
  };
}

function validateCases(folder) {
  const evalFile = join(folder, 'validate.eval.jsonl');
  writeJsonlEval(evalFile, cases);
  return () => runMeasured([binFile, 'validate', evalFile], folder).peakMegabytes;
}

/** The builtin target repeats what the user said. */
function runCases(folder) {
  const project = join(folder, 'run');
  mkdirSync(project);
  const toLine = (n) => ({ ...toChatCase(n), graders: [{ contains: `Question ${n}` }] });
  writeChatProject(project, { count: cases, toLine });
  return () => playOurs({ folder: project, target: 'echo', concurrency: 10, count: cases }).peakMegabytes;
}

async function importItems(folder) {
  const file = join(folder, 'items.jsonl');
  await writeBenchItems(file, items);
  return async () => {
    const server = await serve(join(folder, 'items.db'), folder);
    const { created } = await importFile(server, file);
    const { peakMegabytes } = await server.stop();
    if (created !== items) throw new Error(`${created} items were created, not ${items}.`);
    return peakMegabytes;
  };
}
