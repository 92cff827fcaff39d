import { join } from 'node:path';
import { datasetOf, writeBenchItems } from '../items.mjs';
import { importFile, serve } from '../served.mjs';

const delayLimitMs = 100;
const writers = 50;
const readers = 200;
const seconds = 60;
const items = 10_000;
/** Few enough for edit conflicts. */
const contested = 25;

/** Writers that edit the same items, each with the ETag it read, while others read: every edit must be stored in the end. */
export async function measureItemsCrowd(folder) {
  const file = join(folder, 'items.jsonl');
  await writeBenchItems(file, items);
  const server = await serve(join(folder, 'items.db'), folder);
  await importFile(server, file);
  await server.takeUsage();
  const until = performance.now() + 1000 * seconds;
  const tally = { writes: 0, stale: 0, reads: 0, errors: [] };
  const written = new Map();
  const crowd = [
    ...Array.from({ length: writers }, (_, index) => write(server, { index, until, tally, written })),
    ...Array.from({ length: readers }, (_, index) => read(server, { index, until, tally })),
  ];
  await Promise.all(crowd);
  const lost = await countLost(server, written);
  const { delayMs } = await server.stop();
  return {
    what: `${writers} writers on ${contested} items and ${readers} readers for ${seconds} s`,
    bar: `no error, no lost update, event loop delay p99 < ${delayLimitMs} ms`,
    measured: `${tally.writes.toLocaleString('en')} edits, ${tally.stale.toLocaleString('en')} refused as stale and retried, ${tally.reads.toLocaleString('en')} reads; ${tally.errors.length} errors, ${lost} lost`,
    ratio: `p99 ${delayMs.p99.toFixed(1)} ms`,
    met: tally.errors.length === 0 && lost === 0 && delayMs.p99 < delayLimitMs,
    note: `median delay ${delayMs.p50.toFixed(1)} ms, longest ${delayMs.max.toFixed(0)} ms.${tally.errors.length === 0 ? '' : ` First error: ${tally.errors[0]}.`}`,
  };
}

const pathOf = (n) => `/v1/ground-truths/${datasetOf(n)}/item-${n}`;

async function write(server, { index, until, tally, written }) {
  for (let edit = 0; performance.now() < until; edit++) {
    const n = (index * 13 + edit) % contested;
    const mark = `w${index}e${edit}`;
    for (;;) {
      const { text, etag, status } = await server.ask(pathOf(n));
      if (status !== 200) {
        tally.errors.push(`GET ${status}`);
        return;
      }
      const comment = `${Number.parseInt(JSON.parse(text).comment ?? '0', 10) + 1} by ${mark}`;
      const headers = { 'content-type': 'application/json', 'if-match': etag };
      const answer = await server.ask(pathOf(n), { method: 'PUT', headers, body: JSON.stringify({ comment }) });
      if (answer.status === 412) {
        tally.stale += 1;
        continue;
      }
      if (answer.status !== 200) tally.errors.push(`PUT ${answer.status} ${answer.text.slice(0, 200)}`);
      tally.writes += 1;
      written.set(n, (written.get(n) ?? 0) + 1);
      break;
    }
  }
}

async function read(server, { index, until, tally }) {
  for (let n = index * 41; performance.now() < until; n = (n * 31 + 7) % items) {
    const path = n % 20 === 0 ? `/v1/ground-truths?dataset=${datasetOf(n)}&limit=20` : pathOf(n);
    const { status, text } = await server.ask(path);
    if (status !== 200) tally.errors.push(`GET ${status} ${text.slice(0, 200)}`);
    tally.reads += 1;
  }
}

/** Each edit adds 1 to the number it read, and a revision to the first one, the import. */
async function countLost(server, written) {
  let lost = 0;
  for (const [n, edits] of written) {
    const { text } = await server.ask(pathOf(n));
    const { revision, comment } = JSON.parse(text);
    lost += Math.max(Math.abs(revision - 1 - edits), Math.abs(Number.parseInt(comment, 10) - edits));
  }
  return lost;
}
