import { join } from 'node:path';
import { datasetOf, topicOf, writeBenchItems } from '../items.mjs';
import { median } from '../measure.mjs';
import { importFile, serve } from '../served.mjs';

const limit = 3;
const sizes = { few: 10_000, many: 1_000_000 };
const rounds = 5;
const requests = 200;

const page = 'limit=50';

/** The requests, by number. */
export const questions = [
  ['GET item', (n) => `/v1/ground-truths/${datasetOf(n)}/item-${n}`],
  ['page by dataset and status', (n) => `/v1/ground-truths?dataset=${datasetOf(n)}&status=draft&${page}`],
  ['page by two tags', (n) => `/v1/ground-truths?tags=topic:${topicOf(n)},difficulty:easy&${page}`],
  ['page by url', (n) => `/v1/ground-truths?refUrl=example.com/rules/${n % 90}&${page}`],
  ['full-text page, a common word', (n) => `/v1/ground-truths?keyword=${topicOf(n)}&${page}`],
  ['full-text page, two words', (n) => `/v1/ground-truths?keyword=${topicOf(n)}%20broken&${page}`],
  ['full-text page, a rare word', (n) => `/v1/ground-truths?keyword=rare${(n % 10) * 100}&${page}`],
];

export async function measureItemsScale(folder) {
  const servers = {};
  for (const [name, count] of Object.entries(sizes)) {
    const file = join(folder, `${name}.jsonl`);
    await writeBenchItems(file, count);
    servers[name] = await serve(join(folder, `${name}.db`), folder);
    await importFile(servers[name], file);
  }
  try {
    const rows = [];
    for (const question of questions) rows.push(await measureQuestion(question, servers));
    return rows;
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

async function measureQuestion([what, toPath], servers) {
  const p95 = { few: [], many: [] };
  for (let round = -1; round < rounds; round++) {
    for (const name of round % 2 === 0 ? ['few', 'many'] : ['many', 'few']) {
      const ms = await findP95(servers[name], sizes[name], toPath);
      if (round >= 0) p95[name].push(ms);
    }
  }
  const [few, many] = [median(p95.few), median(p95.many)];
  return {
    what: `${what}: p95 with ${sizes.many.toLocaleString('en')} items`,
    bar: `≤ ${limit}× that with ${sizes.few.toLocaleString('en')}`,
    measured: `${many.toFixed(1)} ms against ${few.toFixed(1)} ms`,
    ratio: `${(many / few).toFixed(2)}×`,
    met: many <= limit * few,
  };
}

async function findP95(server, size, toPath) {
  const times = [];
  for (let index = 0; index < requests; index++) {
    const n = (index * 7_919) % size;
    const started = performance.now();
    const { status, text } = await server.ask(toPath(n));
    times.push(performance.now() - started);
    if (status !== 200) throw new Error(`${toPath(n)} was answered with ${status}: ${text.slice(0, 300)}`);
  }
  return times.sort((a, b) => a - b)[Math.floor(0.95 * times.length)];
}
