import { join } from 'node:path';
import { writeBenchItems } from '../items.mjs';
import { importFile, serve } from '../served.mjs';
import { findBrowser, settle, withStudioPage } from '../studio.mjs';

const limitKilobytes = 250;

export async function measureStudioSize(folder) {
  const row = {
    what: 'Studio: JavaScript of Review, compressed, on the first visit',
    bar: `≤ ${limitKilobytes} KB`,
    note: 'everything that Chromium loads from the printed link until the first conversation of a queue is visible, compressed, without headers. 1 KB = 1,000 bytes.',
  };
  const executable = findBrowser();
  if (executable === undefined) return { ...row, measured: 'Chromium is not installed', ratio: '', met: undefined };
  const file = join(folder, 'items.jsonl');
  await writeBenchItems(file, 100);
  const server = await serve(join(folder, 'turnwise.db'), folder);
  try {
    await importFile(server, file);
    const headers = { 'content-type': 'application/json' };
    await server.ask('/v1/assignments/self-serve', { method: 'POST', headers, body: '{"limit": 10}' });
    const [brotli, gzip] = await measureVisits({ executable, server });
    return {
      ...row,
      measured: `${brotli.kilobytes.toFixed(1)} KB in ${brotli.files} files (gzip: ${gzip.kilobytes.toFixed(1)} KB)`,
      ratio: `${(brotli.kilobytes / limitKilobytes).toFixed(2)}×`,
      met: Math.max(brotli.kilobytes, gzip.kilobytes) <= limitKilobytes,
    };
  } finally {
    await server.stop();
  }
}

async function measureVisits(place) {
  const visits = [];
  for (const encoding of ['br', 'gzip']) {
    visits.push(await withStudioPage(place, (opened) => visitReview(opened, encoding)));
  }
  return visits;
}

async function visitReview({ page, devtools, linkTo }, encoding) {
  const scripts = new Map();
  await devtools.send('Network.enable');
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.set(requestId, 0);
  });
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scripts.set(requestId, scripts.get(requestId) + encodedDataLength);
  });
  const encodings = await followEncodings(page, encoding);
  await page.goto(await linkTo('/review'));
  await page.locator('main article').first().waitFor();
  await settle(page);
  if (!encodings.has(encoding)) throw new Error(`Nothing was sent as ${encoding}, but as ${[...encodings].join()}.`);
  const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0);
  return { kilobytes: bytes / 1000, files: scripts.size };
}

/** Asks for one encoding only, and returns those that were used. */
async function followEncodings(page, encoding) {
  await page.setExtraHTTPHeaders({ 'accept-encoding': encoding });
  const came = new Set();
  page.on('response', (response) => came.add(response.headers()['content-encoding']));
  return came;
}
