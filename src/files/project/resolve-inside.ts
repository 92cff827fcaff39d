import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findNeighbour } from '../text/find-neighbour.ts';
import { findStats } from '../text/read-text.ts';
import { isInside } from './project.ts';

export type ResolvedPath =
  /** `real` is one name per file, links followed. */
  | { readonly status: 'found'; readonly path: string; readonly real: string }
  | { readonly status: 'missing'; readonly nearest?: string }
  | { readonly status: 'outside'; readonly what: string };

/**
 * The file that a written path names: in the first of the folders that has it; with a leading slash, from the
 * project root. Nothing outside the root is ever opened, links included.
 */
export function resolveInside(written: string, folders: readonly string[], root: string): ResolvedPath {
  const clean = written.replaceAll('\\', '/');
  if (clean.includes('\0')) return { status: 'missing' };
  const bases = clean.startsWith('/') ? [root] : folders;
  const candidates = bases.map((base) => resolve(base, clean.replace(/^\/+/, '')));
  const inside = candidates.filter((path) => isInside(path, root));
  if (inside.length === 0) return { status: 'outside', what: 'leaves the project' };
  const path = inside.find((candidate) => findStats(candidate) !== undefined);
  if (path === undefined) return { status: 'missing', ...suggest(clean, inside) };
  const real = realpathSync(path);
  if (isInside(real, realpathSync(root))) return { status: 'found', path, real };
  return { status: 'outside', what: 'is a link that leaves the project' };
}

/** A file with nearly that name, where the path leads. */
function suggest(written: string, candidates: readonly string[]): { readonly nearest?: string } {
  const name = candidates.map(findNeighbour).find((found) => found !== undefined);
  return name === undefined ? {} : { nearest: join(dirname(written), name).replaceAll('\\', '/') };
}
