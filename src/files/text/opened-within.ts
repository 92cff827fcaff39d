import { fstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';

/**
 * Whether the file behind a handle is in a folder, both by their real paths. Linux knows the path of an open file. Other
 * systems are asked whether the path, which has no links any more, still leads to the file that was opened.
 */
export function isOpenedWithin(handle: number, path: string, folder: string): boolean {
  const opened = findOpenedPath(handle);
  if (opened !== undefined) return isIn(opened, folder);
  const [before, { dev, ino }, after] = [realpathSync(path), statSync(path), realpathSync(path)];
  const own = fstatSync(handle);
  return before === path && after === path && own.dev === dev && own.ino === ino && isIn(path, folder);
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function findOpenedPath(handle: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${handle}`);
  } catch {
    return undefined;
  }
}
