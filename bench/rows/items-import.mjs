import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { childFile } from '../built-package.mjs';
import { writeBenchItems } from '../items.mjs';
import { median, runChild } from '../measure.mjs';
import { importFile, serve } from '../served.mjs';

const share = 0.5;
const count = 100_000;
const rounds = 5;

/** The same rows both times: through the server as NDJSON, and by a script that has them ready. */
export async function measureItemsImport(folder) {
  const file = join(folder, 'items.jsonl');
  await writeBenchItems(file, count);
  const times = { ours: [], script: [] };
  for (let round = 0; round < rounds; round++) {
    const ours = join(folder, `ours-${round}.db`);
    const copy = join(folder, `script-${round}.db`);
    times.ours.push(await timeImport(file, ours, folder));
    times.script.push(runChild([childFile('insert-items.mjs'), ours, copy], folder).elapsedMs);
    for (const store of [ours, copy])
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${store}${suffix}`, { force: true });
  }
  return toRow(median(times.ours), median(times.script));
}

async function timeImport(file, store, folder) {
  const server = await serve(store, folder);
  const started = performance.now();
  const { created } = await importFile(server, file);
  const elapsedMs = performance.now() - started;
  await server.stop();
  if (created !== count) throw new Error(`${created} items were created, not ${count}.`);
  return elapsedMs;
}

function toRow(oursMs, scriptMs) {
  const rate = (ms) => Math.round(count / (ms / 1000)).toLocaleString('en');
  return {
    what: `importing ${count.toLocaleString('en')} four-turn items as NDJSON`,
    bar: `≥ ${100 * share}% of the rate of a script that inserts the same rows`,
    measured: `${rate(oursMs)} against ${rate(scriptMs)} items per second`,
    ratio: `${Math.round((100 * scriptMs) / oursMs)}%`,
    met: scriptMs / oursMs >= share,
    note: 'the script has the finished rows in memory and writes them into the same tables and indexes, 200 items per transaction, each on disk before the next. Ours is one request: sent, parsed, checked for schema, personal data and duplicates, written.',
  };
}
