// node bench/compare-builds.mjs <before> <after> [row…]: times two built packages in turn and prints after ÷ before for
// each row. A package is a folder with bin/ and dist/. Exit code 1: a ratio is above the limit.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeChatProject } from './chat-cases.mjs';
import { datasetOf, writeBenchItems } from './items.mjs';
import { median } from './measure.mjs';
import { withMock } from './mock.mjs';
import { playOurs } from './plays.mjs';
import { renderSummary, renderTable } from './render.mjs';
import { calibrate, judgeReply, writeCalibrationProject } from './rows/calibrate.mjs';
import { questions } from './rows/items-scale.mjs';
import { importFile, serve } from './served.mjs';

const limit = 1.05;
const rounds = 7;
const cases = 5_000;
const items = 20_000;
const requests = 2_000;
const clients = 10;
/** After this the bench starts no further round, so that it ends within 10 minutes. Rows without all rounds fail. */
const timeLimitMs = 9 * 60_000;

const measurements = {
  'start-up': (builds) => compareRuns({ builds, count: 1, what: 'run of one case' }),
  run: (builds) => compareRuns({ builds, count: cases, what: `run of ${toCount(cases)} cases` }),
  calibrate: compareCalibrations,
  curate: compareCuration,
};

/** The target replies at once, so that the time is our own. */
function compareRuns({ builds, count, what }) {
  return withMock(0, ({ baseUrl }) => {
    for (const { folder } of builds) writeChatProject(folder, { count, baseUrl });
    const play = ({ folder, bin }) => playOurs({ folder, bin, target: 'mock', concurrency: 50, count });
    return compareTimes(builds, async (build) => [toTimes(what, play(build))]);
  });
}

function compareCalibrations(builds) {
  const compare = ({ baseUrl }) => {
    for (const { folder } of builds) writeCalibrationProject(folder, baseUrl);
    return compareTimes(builds, async (build) => [toTimes('calibrate, 3,000 judgments', calibrate(build))]);
  };
  return withMock(0, compare, judgeReply);
}

function toTimes(what, { wallMs, cpuMs }) {
  return { what, wallMs, cpuMs };
}

async function compareCuration(builds) {
  for (const { folder } of builds) await writeBenchItems(join(folder, 'items.jsonl'), items);
  return compareTimes(builds, async ({ folder, bin }) => {
    const store = join(folder, 'items.db');
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${store}${suffix}`, { force: true });
    const server = await serve(store, folder, bin);
    try {
      return [
        await timeServer(`import of ${toCount(items)} items`, server, () => importAll(server, folder)),
        await timeServer(`${toCount(requests)} pages of items`, server, () => askOften((n) => list(server, n))),
        await timeServer(`${toCount(requests)} edits of items`, server, () => askOften((n) => edit(server, n))),
      ];
    } finally {
      await server.stop();
    }
  });
}

/** The wall time of requests, and the processor time that the server used for them. */
async function timeServer(what, server, work) {
  const { cpuMs } = await server.takeUsage();
  const started = performance.now();
  await work();
  const wallMs = performance.now() - started;
  return { what, wallMs, cpuMs: (await server.takeUsage()).cpuMs - cpuMs };
}

async function importAll(server, folder) {
  const { created } = await importFile(server, join(folder, 'items.jsonl'));
  if (created !== items) throw new Error(`${created} items were created, not ${items}.`);
}

async function askOften(ask) {
  let next = 0;
  const work = async () => {
    while (next < requests) await ask(next++);
  };
  await Promise.all(Array.from({ length: clients }, work));
}

async function list(server, n) {
  const [, toPath] = questions[n % questions.length];
  await request(server, toPath(n));
}

async function edit(server, n) {
  const path = `/v1/ground-truths/${datasetOf(n)}/item-${n}`;
  const { etag } = await request(server, path);
  const headers = { 'content-type': 'application/json', 'if-match': etag };
  await request(server, path, { method: 'PUT', headers, body: `{"comment": "Edit ${n}"}` });
}

async function request(server, path, options) {
  const answer = await server.ask(path, options);
  if (answer.status === 200) return answer;
  throw new Error(`${path} was answered with ${answer.status}: ${answer.text.slice(0, 300)}`);
}

/** Does the work with both builds in every round, in swapped order. A first round fills their compile caches. */
async function compareTimes(builds, work) {
  const measured = [];
  for (let round = -1; round < rounds && !isTimeOver(); round++) {
    const times = {};
    for (const build of round % 2 === 0 ? builds : builds.toReversed()) times[build.name] = await work(build);
    if (round >= 0) measured.push(times);
  }
  return (measured[0]?.before ?? []).flatMap(({ what }, index) => [
    toRow(`${what}: time`, measured, (times) => times[index].wallMs),
    toRow(`${what}: processor time`, measured, (times) => times[index].cpuMs),
  ]);
}

/** The ratio is the median of the rounds' own ratios: the builds of one round met the same load of the machine. */
function toRow(what, measured, pick) {
  const ratios = measured.map(({ before, after }) => pick(after) / pick(before)).sort((a, b) => a - b);
  const [before, after] = ['before', 'after'].map((name) => median(measured.map((times) => pick(times[name]))));
  const ratio = median(ratios);
  const isComplete = measured.length === rounds;
  return {
    what,
    bar: `≤ ${limit}× before`,
    measured: `${after.toFixed(0)} ms against ${before.toFixed(0)} ms${isComplete ? '' : `, ${measured.length} rounds`}`,
    ratio: `${ratio.toFixed(3)}× (${ratios[0].toFixed(2)}–${ratios.at(-1).toFixed(2)})`,
    met: isComplete ? ratio <= limit : undefined,
    isDisputed: ratio > limit && ratios[0] < 1,
  };
}

function isTimeOver() {
  return performance.now() > timeLimitMs;
}

function toCount(number) {
  return number.toLocaleString('en');
}

function parseArguments([before, after, ...names]) {
  const known = Object.keys(measurements);
  const unknown = names.find((name) => !known.includes(name));
  if (after === undefined)
    stop(`Usage: node bench/compare-builds.mjs <before> <after> [row…]\nRows: ${known.join(', ')}`);
  if (unknown !== undefined) stop(`There is no row "${unknown}". Rows: ${known.join(', ')}.`);
  return { bins: { before: findBin(before), after: findBin(after) }, names: names.length === 0 ? known : names };
}

/** Without dist/, the command would run from its source. */
function findBin(packageFolder) {
  const main = join(resolve(packageFolder), 'dist', 'command', 'main.js');
  if (!existsSync(main)) stop(`${main} does not exist. Build that package first: node tools/build.mjs`);
  return join(resolve(packageFolder), 'bin', 'turnwise.mjs');
}

function stop(message) {
  console.error(message);
  process.exit(2);
}

/** Each build has its own folder per row, and so its own compile cache. */
async function compareRows({ bins, names }, root) {
  const rows = [];
  for (const name of names) {
    console.error(`bench: ${name} …`);
    const builds = Object.entries(bins).map(([build, bin]) => ({ name: build, bin, folder: join(root, name, build) }));
    for (const { folder } of builds) mkdirSync(folder, { recursive: true });
    const measured = isTimeOver() ? [] : await measurements[name](builds);
    const missing = { what: name, bar: `≤ ${limit}× before`, measured: 'no time left', ratio: '', met: undefined };
    rows.push(...(measured.length === 0 ? [missing] : measured));
  }
  return rows;
}

const wanted = parseArguments(process.argv.slice(2));
const root = mkdtempSync(join(tmpdir(), 'turnwise-compare-'));
try {
  const rows = await compareRows(wanted, root);
  console.log(`\n${renderTable(rows)}\n\n${renderSummary(rows)}`);
  if (rows.some(({ isDisputed }) => isDisputed)) {
    console.log('The rounds of a missed row disagree: other work kept the machine busy. Repeat it on an idle machine.');
  }
  process.exitCode = rows.every(({ met }) => met) ? 0 : 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}
