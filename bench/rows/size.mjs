import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../../tools/install/npm.mjs';
import { rootFolder } from '../built-package.mjs';
import { writeChatProject } from '../chat-cases.mjs';
import { playOurs } from '../plays.mjs';

const limits = { megabytes: 120, packages: 100, bytesSpread: 1.2 };
const turns = 20_000;
const scriptLengths = [10, 50, 200];

export async function measureSize(folder) {
  const row = {
    what: 'installed, with production dependencies',
    bar: `≤ ${limits.megabytes} MB, < ${limits.packages} packages`,
    note: 'two peers take 812 MB and 2 GB. The ratio is the share of the limit in MB. This package counts as one of the packages.',
  };
  const problem = installPackage(folder);
  if (problem !== undefined) return { ...row, measured: problem, ratio: '' };
  const megabytes = sizeOf(join(folder, 'node_modules')) / 1024 ** 2;
  const packages = countPackages(folder);
  return {
    ...row,
    measured: `${megabytes.toFixed(1)} MB, ${packages} packages`,
    ratio: `${(megabytes / limits.megabytes).toFixed(2)}×`,
    met: megabytes <= limits.megabytes && packages < limits.packages,
  };
}

/** Packs the package and installs it as a user would. Returns why it could not: most often there is no network. */
function installPackage(folder) {
  const packed = join(folder, 'packed');
  mkdirSync(packed);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  try {
    runNpm(rootFolder, ['pack', '--pack-destination', packed]);
    const [tarball] = readdirSync(packed);
    runNpm(rootFolder, ['install', join(packed, tarball), '--prefix', folder, '--omit=dev', '--prefer-offline']);
    return undefined;
  } catch (error) {
    console.error(error.message);
    return 'npm could not pack or install it';
  }
}

function countPackages(folder) {
  const lock = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'));
  return Object.keys(lock.packages).filter((path) => path !== '').length;
}

/** Bytes on the disk; where the file system does not report blocks, the length of the files. */
function sizeOf(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.reduce((sum, entry) => {
    const { blocks, size } = statSync(join(entry.parentPath, entry.name));
    return sum + (blocks ? blocks * 512 : size);
  }, 0);
}

/** Bytes in the store per turn, which must not grow with the length of a conversation. */
export async function measureBytes(folder) {
  const bytes = scriptLengths.map((length) => {
    const inner = join(folder, String(length));
    const count = turns / length;
    mkdirSync(inner);
    writeChatProject(inner, { count, toLine: (n) => toScriptCase(n, length) });
    const { storeBytes, replies } = playOurs({ folder: inner, target: 'echo', concurrency: 50, count });
    if (replies !== turns) throw new Error(`${replies} turns were recorded, not ${turns}.`);
    return storeBytes / turns;
  });
  const ratio = Math.max(...bytes) / Math.min(...bytes);
  return {
    what: `bytes stored per turn, in conversations of ${scriptLengths.join(', ')} turns`,
    bar: `level within ${Math.round((limits.bytesSpread - 1) * 100)}%`,
    measured: bytes.map((value) => value.toFixed(0)).join(', '),
    ratio: `${ratio.toFixed(2)}×`,
    met: ratio <= limits.bytesSpread,
    note: `a turn is a user line and its reply. Every store has ${turns.toLocaleString('en')} of them.`,
  };
}

/** A script with this number of user lines, each its own text. */
function toScriptCase(n, length) {
  const lines = Array.from({ length }, (_, line) => ({ user: `Case ${n}, question ${line}: where is my order now?` }));
  return { id: `script-${n}`, turns: lines, graders: [{ contains: 'order' }] };
}
