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
const rounds = 3;

/** Peak resident memory of one process of the package, measured by the process itself at its end. */
export async function measureMemory(folder) {
  const count = cases.toLocaleString('en');
  return [
    await measure(`validating ${count} cases of JSONL`, limits.validate, validateCases(folder)),
    await measure(`running ${count} cases of JSONL`, limits.run, runCases(folder)),
    await measure(
      `a server that imports ${items.toLocaleString('en')} items`,
      limits.import,
      await importItems(folder),
    ),
  ];
}

async function measure(what, limit, findPeak) {
  const peaks = [];
  for (let round = 0; round < rounds; round++) peaks.push(await findPeak(round));
  const peak = median(peaks);
  return {
    what: `memory of ${what}`,
    bar: `≤ ${limit} MB`,
    measured: `${peak.toFixed(0)} MB (${Math.min(...peaks).toFixed(0)}–${Math.max(...peaks).toFixed(0)})`,
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
  return async (round) => {
    const server = await serve(join(folder, `items-${round}.db`), folder);
    const { created } = await importFile(server, file);
    const { peakMegabytes } = await server.stop();
    if (created !== items) throw new Error(`${created} items were created, not ${items}.`);
    return peakMegabytes;
  };
}
