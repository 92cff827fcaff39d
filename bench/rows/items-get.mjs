import { join } from 'node:path';
import { childFile } from '../built-package.mjs';
import { datasetOf, writeBenchItems } from '../items.mjs';
import { median } from '../measure.mjs';
import { importFile, serve, start } from '../served.mjs';

const share = 0.5;
const items = 10_000;
const clients = 20;
const secondsEach = 3;
const rounds = 5;

/** Our response to GET item against the same framework with a bare query. */
export async function measureItemsGet(folder) {
  const store = join(folder, 'items.db');
  const file = join(folder, 'items.jsonl');
  await writeBenchItems(file, items);
  const ours = await serve(store, folder);
  await importFile(ours, file);
  const bare = await start([childFile('bare-server.mjs'), store], folder);
  const rates = { ours: [], bare: [] };
  try {
    for (let round = -1; round < rounds; round++) {
      const pair = [
        [ours, rates.ours],
        [bare, rates.bare],
      ];
      for (const [server, list] of round % 2 === 0 ? pair : pair.reverse()) {
        const rate = await measureRate(server);
        if (round >= 0) list.push(rate);
      }
    }
  } finally {
    await ours.stop();
    await bare.stop();
  }
  const [oursRate, bareRate] = [median(rates.ours), median(rates.bare)];
  return {
    what: `GET item, ${clients} clients at once`,
    bar: `≥ ${100 * share}% of the same framework with a bare query`,
    measured: `${Math.round(oursRate).toLocaleString('en')} against ${Math.round(bareRate).toLocaleString('en')} requests per second`,
    ratio: `${Math.round((100 * oursRate) / bareRate)}%`,
    met: oursRate / bareRate >= share,
    note: 'the bare server has no token, no checks and no ETag. It responds with the text of one prepared query by dataset and id.',
  };
}

async function measureRate(server) {
  const until = performance.now() + 1000 * secondsEach;
  let answered = 0;
  const work = async (seed) => {
    for (let n = seed; performance.now() < until; n = (n * 31 + 7) % items) {
      const { status } = await server.ask(`/v1/ground-truths/${datasetOf(n)}/item-${n}`);
      if (status !== 200) throw new Error(`GET item was answered with ${status}.`);
      answered += 1;
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: clients }, (_, index) => work(index * 97)));
  return answered / ((performance.now() - started) / 1000);
}
