import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { findNearest } from '../../base/nearest.ts';
import { isInside } from '../project/project.ts';
import { findStats } from '../text/read-text.ts';

export type ResolvedInclude =
  /** `real` is one name per file, links followed. */
  | { readonly status: 'found'; readonly path: string; readonly real: string }
  | { readonly status: 'missing'; readonly nearest?: string }
  | { readonly status: 'outside'; readonly what: string };

/**
 * The file an include names: relative to the including file's folder, or to the project root with a leading slash.
 * Nothing outside the root is ever opened, links included.
 */
export function resolveInclude(written: string, folder: string, root: string): ResolvedInclude {
  const clean = written.replaceAll('\\', '/');
  if (clean.includes('\0')) return { status: 'missing' };
  const path = clean.startsWith('/') ? resolve(root, clean.replace(/^\/+/, '')) : resolve(folder, clean);
  if (!isInside(path, root)) return { status: 'outside', what: 'leaves the project' };
  if (findStats(path) === undefined) return { status: 'missing', ...findNeighbour(clean, path) };
  const real = realpathSync(path);
  if (isInside(real, realpathSync(root))) return { status: 'found', path, real };
  return { status: 'outside', what: 'is a link that leaves the project' };
}

function findNeighbour(written: string, path: string): { readonly nearest?: string } {
  try {
    const name = findNearest(basename(path), readdirSync(dirname(path)).slice(0, 1000));
    return name === undefined ? {} : { nearest: join(dirname(written), name).replaceAll('\\', '/') };
  } catch {
    return {};
  }
}
