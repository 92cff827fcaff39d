import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runKillLoop } from './kill-loop.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnwise-kill-'));
mkdirSync(join(folder, '.turnwise'));
const bin = fileURLToPath(new URL('../../bin/turnwise.mjs', import.meta.url));
try {
  const loop = { folder, bin, conversations: 500, turns: 4, kills: 50, concurrency: 10, random: Math.random };
  const { kills, calls, recorded, lost, breaches } = await runKillLoop(loop);
  console.log(`${kills} kills · ${calls} calls · ${recorded} replies recorded · ${lost} lost in flight`);
  for (const breach of breaches) console.log(`breach: ${breach}`);
  const isProven = breaches.length === 0 && kills === loop.kills;
  console.log(isProven ? '500 conversations, each complete exactly once, every history right.' : 'FAILED');
  process.exitCode = isProven ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
