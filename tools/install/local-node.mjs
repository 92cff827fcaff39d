import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundledNode, isNewEnough, oldestNode } from './node-version.mjs';
import { isInstalledHere, runNpm } from './npm.mjs';

/** Why Node must be installed in node_modules, or undefined if it is there or not needed. */
export function findNodeReason(root) {
  const running = process.versions.node;
  // Started by the Node in node_modules, we know only that it was needed when it was put there.
  if (isNewEnough(running) && !isInstalledHere(root, process.execPath)) return undefined;
  const found = readVersion(root);
  if (found === bundledNode) return undefined;
  if (found) return `node_modules has Node ${found}`;
  return isNewEnough(running) ? 'npm removed it' : `this is Node ${running}, and Turnwise needs ${oldestNode} or newer`;
}

/** Installs the exact Node in node_modules. package.json and package-lock.json stay as they are. */
export function installNode(root) {
  // npm runs no install script for a package it takes for installed, so a damaged one must go first.
  rmSync(join(root, 'node_modules', 'node'), { recursive: true, force: true });
  try {
    runNpm(root, ['install', '--no-save', '--include=dev', `node@${bundledNode}`]);
  } catch (error) {
    throw new Error(`${error.message}\nOr install Node ${oldestNode} or newer yourself.`, { cause: error });
  }
  const found = readVersion(root);
  if (found === bundledNode) return;
  throw new Error(
    `npm installed node@${bundledNode}, but it ${found ? `reports version ${found}` : 'does not run'}. ` +
      `Check npm's ignore-scripts setting, or install Node ${oldestNode} or newer yourself.`,
  );
}

function readVersion(root) {
  const path =
    process.platform === 'win32'
      ? join(root, 'node_modules', 'node', 'bin', 'node.exe')
      : join(root, 'node_modules', '.bin', 'node');
  if (!existsSync(path)) return undefined;
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim().replace(/^v/, '') : undefined;
}
