import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const pollMs = 250;
const patienceMs = 10 * 60 * 1000;

/** Runs `work` while no other setup of the same folder is running. */
export function runAlone(root, say, work) {
  const file = lockPath(root);
  take(file, say);
  try {
    work();
  } finally {
    rmSync(file, { force: true });
  }
}

// Outside the tree: npm empties node_modules, and git should not see it.
function lockPath(root) {
  const key = createHash('sha256').update(`${userInfo().username}\n${root}`).digest('hex').slice(0, 16);
  return join(tmpdir(), `turnwise-setup-${key}.pid`);
}

function take(file, say) {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pollMs) {
    if (tryTake(file)) return;
    if (!isHeld(file)) {
      rmSync(file, { force: true });
      continue;
    }
    if (waitedMs === 0) say('Waiting for another setup of this folder to finish.');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs);
  }
  throw new Error(`Another setup of this folder did not finish within 10 minutes. If none is running, delete ${file}.`);
}

function tryTake(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isHeld(file) {
  try {
    // An empty file is one being written: process 0 means "us", which is alive.
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
