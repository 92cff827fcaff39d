import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootFolder = fileURLToPath(new URL('..', import.meta.url));
export const binFile = join(rootFolder, 'bin', 'turnwise.mjs');

/** Path of a program that runs in its own process, to be measured or to measure. */
export function childFile(name) {
  return join(rootFolder, 'bench', 'children', name);
}

export function buildPackage() {
  const build = spawnSync(process.execPath, [join(rootFolder, 'tools', 'build.mjs')], { stdio: 'inherit' });
  if (build.status === 0) return;
  console.error('bench: nothing was measured, because the build failed.');
  process.exit(1);
}
