import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { childFile } from '../built-package.mjs';
import { writeBenchItems } from '../items.mjs';
import { median, runChild } from '../measure.mjs';
import { importFile, serve } from '../served.mjs';

const share = 0.5;
const memoryLimit = 1.2;
const counts = { few: 10_000, many: 100_000, more: 300_000 };
const rounds = 5;

/** The same rows both times: once through the server as NDJSON, once by a script that has them ready. */
export async function measureItemsImport(folder) {
  const toFile = (name) => join(folder, `${name}.jsonl`);
  for (const name of Object.keys(counts)) await writeBenchItems(toFile(name), counts[name]);
  const taken = { ours: [], script: [], few: [], many: [] };
  for (let round = 0; round < rounds; round++) {
    const ours = join(folder, `ours-${round}.db`);
    const { elapsedMs, peakMegabytes } = await importOnce(toFile('many'), ours, folder);
    taken.ours.push(elapsedMs);
    taken.many.push(peakMegabytes);
    const copy = join(folder, `script-${round}.db`);
    taken.script.push(runChild([childFile('insert-items.mjs'), ours, copy], folder).elapsedMs);
    taken.few.push((await importOnce(toFile('few'), join(folder, `few-${round}.db`), folder)).peakMegabytes);
    for (const file of [ours, copy])
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  }
  const more = await importOnce(toFile('more'), join(folder, 'more.db'), folder);
  const memory = { few: median(taken.few), many: median(taken.many), more: more.peakMegabytes };
  return [toRateRow(median(taken.ours), median(taken.script)), toMemoryRow(memory)];
}

async function importOnce(file, store, folder) {
  const server = await serve(store, folder);
  const started = performance.now();
  const { created, failed } = await importFile(server, file);
  const elapsedMs = performance.now() - started;
  const { peakMegabytes } = await server.stop();
  if (failed !== 0 || created === 0) throw new Error(`${created} items were made, ${failed} failed.`);
  return { elapsedMs, peakMegabytes };
}

function toRateRow(oursMs, scriptMs) {
  const rate = (ms) => Math.round(counts.many / (ms / 1000)).toLocaleString('en');
  return {
    what: `importing ${counts.many.toLocaleString('en')} four-turn items as NDJSON`,
    bar: `≥ ${100 * share} % of the rate of a script that inserts the same rows`,
    measured: `${rate(oursMs)} against ${rate(scriptMs)} items a second`,
    ratio: `${Math.round((100 * scriptMs) / oursMs)} %`,
    met: scriptMs / oursMs >= share,
    note: 'the script has the rows parsed and computed in memory, and writes them into the same tables, indexes and full-text tables, 200 items a transaction, each on disk before the next. Ours is one request: sent, parsed, checked, looked through for personal data and duplicates, answered.',
  };
}

function toMemoryRow({ few, many, more }) {
  return {
    what: `memory of a server that imports ${counts.more.toLocaleString('en')} items`,
    bar: `≤ ${memoryLimit}× that of ${counts.many.toLocaleString('en')}`,
    measured: `${more.toFixed(0)} MB against ${many.toFixed(0)} MB`,
    ratio: `${(more / many).toFixed(2)}×`,
    met: more <= memoryLimit * many,
    note: `the larger one once, the other ${rounds} times. With ${counts.few.toLocaleString('en')} items, before the heap of V8 has grown to what the rate needs: ${few.toFixed(0)} MB.`,
  };
}
