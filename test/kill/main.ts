import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CallJournal } from './call-journal.ts';
import { type KillWorld, runKillLoop } from './kill-loop.ts';
import { SessionService } from './session-service.ts';

const bin = fileURLToPath(new URL('../../bin/turnwise.mjs', import.meta.url));
const loop = { bin, conversations: 500, turns: 4, kills: 50, concurrency: 10, random: Math.random };

async function prove(title: string, world: KillWorld): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-kill-'));
  mkdirSync(join(folder, '.turnwise'));
  try {
    const { kills, calls, recorded, lost, breaches } = await runKillLoop({ ...loop, folder }, world);
    console.log(`${title}: ${kills} kills · ${calls} calls · ${recorded} replies recorded · ${lost} lost in flight`);
    for (const breach of breaches) console.log(`breach: ${breach}`);
    const isProven = breaches.length === 0 && kills === loop.kills;
    console.log(isProven ? '500 conversations, each complete exactly once, every history right.' : 'FAILED');
    return isProven;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const proven = [
  await prove('whole history', new CallJournal()),
  await prove('last line, kept by the target', new SessionService()),
];
process.exitCode = proven.every(Boolean) ? 0 : 1;
