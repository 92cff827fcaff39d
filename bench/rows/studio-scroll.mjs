import { join } from 'node:path';
import { toBenchItem, writeBenchItems } from '../items.mjs';
import { median } from '../measure.mjs';
import { importFile, serve } from '../served.mjs';
import { findBrowser, settle, withStudioPage } from '../studio.mjs';
import { recordTrace, toFrameMetrics } from '../trace.mjs';

const limits = { scriptMs: 16, taskMs: 100, nodes: 3000 };
const items = 100_000;
const turns = 500;
const traces = 3;
const wheelSteps = 240;
const wheelPixels = 400;

const places = [
  { what: `Studio: scrolling the explorer over ${items.toLocaleString('en')} items`, path: '/items' },
  { what: `Studio: scrolling a conversation of ${turns} turns`, path: '/review/long/talk' },
];

export async function measureStudioScroll(folder) {
  const executable = findBrowser();
  if (executable === undefined) return places.flatMap(({ what }) => toRows(what, undefined));
  const server = await serve(join(folder, 'turnwise.db'), folder);
  try {
    await fill(server, folder);
    const rows = [];
    for (const { what, path } of places) rows.push(...toRows(what, await measurePlace({ executable, server }, path)));
    return rows;
  } finally {
    await server.stop();
  }
}

async function fill(server, folder) {
  const file = join(folder, 'items.jsonl');
  await writeBenchItems(file, items);
  await importFile(server, file);
  const { history } = toBenchItem(1);
  const talk = { id: 'talk', datasetName: 'long', history: Array.from({ length: turns }, (_, n) => history[n % 4]) };
  const headers = { 'content-type': 'application/json' };
  const { status, text } = await server.ask('/v1/ground-truths', {
    method: 'POST',
    headers,
    body: JSON.stringify([talk]),
  });
  if (status !== 200) throw new Error(`The long conversation was answered with ${status}: ${text.slice(0, 300)}`);
}

async function measurePlace(place, path) {
  const seen = [];
  for (let trace = 0; trace < traces; trace++) seen.push(await withStudioPage(place, (opened) => scroll(opened, path)));
  const of = (name) => median(seen.map((metrics) => metrics[name]));
  return {
    scriptP95Ms: of('scriptP95Ms'),
    longestTaskMs: of('longestTaskMs'),
    nodes: of('nodes'),
    frames: of('frames'),
  };
}

async function scroll({ page, devtools, linkTo }, path) {
  await page.goto(await linkTo(path));
  await settle(page);
  await page.mouse.move(640, 450);
  let nodes = 0;
  const events = await recordTrace(devtools, async () => {
    for (let step = 0; step < wheelSteps; step++) {
      await page.mouse.wheel(0, step % 60 === 59 ? -wheelPixels : wheelPixels);
      await page.evaluate('new Promise(requestAnimationFrame)');
      if (step % 40 === 0) nodes = Math.max(nodes, await page.evaluate(countNodes));
    }
  });
  const scrolled = await page.evaluate(findFarthest);
  if (scrolled < wheelPixels) throw new Error(`Nothing was scrolled at ${path}.`);
  return { ...toFrameMetrics(events, new URL(page.url()).origin), nodes };
}

/** Elements and text nodes of the page. */
const countNodes = `(() => {
  const walker = document.createTreeWalker(document);
  let count = 1;
  while (walker.nextNode()) count++;
  return count;
})()`;

const findFarthest = "Math.max(...[...document.querySelectorAll('*')].map((element) => element.scrollTop))";

function toRows(what, metrics) {
  const note = `median of ${traces} traces in Chromium, ${wheelSteps} turns of the wheel each; processor time of the main thread.`;
  return [
    toRow({ what: `${what}: our script per frame, p95`, note }, limits.scriptMs, 'ms', metrics?.scriptP95Ms),
    toRow({ what: `${what}: longest task of ours` }, limits.taskMs, 'ms', metrics?.longestTaskMs),
    toRow({ what: `${what}: nodes of the page` }, limits.nodes, 'nodes', metrics?.nodes),
  ];
}

function toRow(row, limit, unit, value) {
  const bar = `≤ ${limit.toLocaleString('en')} ${unit}`;
  if (value === undefined) return { ...row, bar, measured: 'Chromium is not installed', ratio: '', met: undefined };
  const shown = unit === 'ms' ? value.toFixed(1) : value.toLocaleString('en');
  return { ...row, bar, measured: `${shown} ${unit}`, ratio: `${(value / limit).toFixed(2)}×`, met: value <= limit };
}
