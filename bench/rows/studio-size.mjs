import { join } from 'node:path';
import { writeBenchItems } from '../items.mjs';
import { importFile, serve } from '../served.mjs';
import { findBrowser, settle, withStudioPage } from '../studio.mjs';

const limitKilobytes = 250;

export async function measureStudioSize(folder) {
  const row = {
    what: 'Studio: JavaScript of Review, compressed, on the first visit',
    bar: `≤ ${limitKilobytes} KB`,
    note: 'everything that Chromium loads from the printed link until the first conversation of a queue stands there, as it comes over the wire, without headers; 1 KB = 1,000 bytes.',
  };
  const executable = findBrowser();
  if (executable === undefined) return { ...row, measured: 'Chromium is not there', ratio: '', met: undefined };
  const file = join(folder, 'items.jsonl');
  await writeBenchItems(file, 100);
  const server = await serve(join(folder, 'turnwise.db'), folder);
  try {
    await importFile(server, file);
    const headers = { 'content-type': 'application/json' };
    await server.ask('/v1/assignments/self-serve', { method: 'POST', headers, body: '{"limit": 10}' });
    const { bytes, files } = await withStudioPage({ executable, server }, visitReview);
    const kilobytes = bytes / 1000;
    return {
      ...row,
      measured: `${kilobytes.toFixed(1)} KB in ${files} files`,
      ratio: `${(kilobytes / limitKilobytes).toFixed(2)}×`,
      met: kilobytes <= limitKilobytes,
    };
  } finally {
    await server.stop();
  }
}

async function visitReview({ page, devtools, linkTo }) {
  const scripts = new Map();
  await devtools.send('Network.enable');
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.set(requestId, 0);
  });
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scripts.set(requestId, scripts.get(requestId) + encodedDataLength);
  });
  await page.goto(linkTo('/review'));
  await settle(page);
  return { bytes: [...scripts.values()].reduce((sum, size) => sum + size, 0), files: scripts.size };
}
