import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './npm.mjs';

// Whatever NODE_ENV or the user's npm settings leave out, the checks need it.
const everything = ['--include=dev', '--include=optional', '--include=peer'];

/** Why the packages must be installed, or undefined when they are as the lock file says. */
export function findPackagesReason(root) {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return 'node_modules is missing';
  const hasFolder = (folder) => existsSync(join(root, folder, 'package.json'));
  return findDifference(readLock(root), readJson(installedFile), hasFolder);
}

/** Installs exactly what the lock file says and writes nothing but node_modules. */
export function installPackages(root) {
  const drift = findDrift(readJson(join(root, 'package.json')), readLock(root));
  if (drift) {
    throw new Error(`package.json and package-lock.json disagree about ${drift}. Run: npm install`);
  }
  runNpm(root, ['ci', ...everything]);
}

function readLock(root) {
  return readJson(join(root, 'package-lock.json'));
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`Cannot read ${path}: ${error.message}`, { cause: error });
  }
}

/**
 * Says how the installed tree differs from the lock file, or undefined when it does not.
 * Optional packages are left out: which of them are there depends on the platform.
 */
export function findDifference(lock, installed, hasFolder) {
  for (const [folder, entry] of Object.entries(lock.packages)) {
    if (folder === '' || entry.optional || entry.link) continue;
    const name = folder.replace(/^.*node_modules\//, '');
    const found = installed.packages[folder];
    if (!found || !hasFolder(folder)) return `${name} is not installed`;
    if (found.version !== entry.version) return `${name} is ${found.version}, package-lock.json has ${entry.version}`;
  }
  return undefined;
}

/** Names the first dependency that package.json and the lock file ask for differently, or undefined. */
export function findDrift(manifest, lock) {
  for (const group of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']) {
    const wanted = manifest[group] ?? {};
    const locked = lock.packages['']?.[group] ?? {};
    for (const name of new Set([...Object.keys(wanted), ...Object.keys(locked)])) {
      if (wanted[name] !== locked[name]) return name;
    }
  }
  return undefined;
}
