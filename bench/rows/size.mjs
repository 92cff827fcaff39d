import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../../tools/install/npm.mjs';
import { rootFolder } from '../built-package.mjs';

const limits = { megabytes: 120, packages: 100 };

export async function measureSize(folder) {
  const row = {
    what: 'installed, with production dependencies',
    bar: `≤ ${limits.megabytes} MB, < ${limits.packages} packages`,
    note: 'two peers take 812 MB and 2 GB. The ratio is of the goal in MB; this package counts among the packages.',
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

/** Bytes on the disk; where the file system does not tell its blocks, the length of the files. */
function sizeOf(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.reduce((sum, entry) => {
    const { blocks, size } = statSync(join(entry.parentPath, entry.name));
    return sum + (blocks ? blocks * 512 : size);
  }, 0);
}
