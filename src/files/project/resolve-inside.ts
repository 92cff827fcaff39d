import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ProblemInput } from '../../base/fault.ts';
import { findNeighbor } from '../text/find-neighbor.ts';
import { findStats } from '../text/read-text.ts';
import { isInside } from './project.ts';
import { isSecretPath } from './secret-path.ts';

export type ResolvedPath =
  /** `real` is one name per file, links followed, and inside `root`, the real path of the project root. */
  | { readonly status: 'found'; readonly path: string; readonly real: string; readonly root: string }
  | { readonly status: 'missing'; readonly nearest?: string }
  | { readonly status: 'outside'; readonly what: string }
  /** It is in the project, and may contain secrets: it is never opened. */
  | { readonly status: 'secret' };

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
  // Said whether or not there is such a file.
  if (inside.some((candidate) => isSecretPath(candidate, root))) return { status: 'secret' };
  const path = inside.find((candidate) => findStats(candidate) !== undefined);
  if (path === undefined) return { status: 'missing', ...suggest(clean, inside) };
  const [real, realRoot] = [realpathSync(path), realpathSync(root)];
  if (!isInside(real, realRoot)) return { status: 'outside', what: 'is a symbolic link that leaves the project' };
  return isSecretPath(real, realRoot) ? { status: 'secret' } : { status: 'found', path, real, root: realRoot };
}

/** The problem of a path that names a file which may contain secrets. */
export function toSecretProblem(written: string): ProblemInput {
  return {
    code: 'FILE_SECRET',
    message: `The path "${written}" names a file that may contain secrets.`,
    hint: 'Turnwise never sends such files. Copy the part you need to a file with another name.',
  };
}

/** A file with nearly that name, where the path leads. */
function suggest(written: string, candidates: readonly string[]): { readonly nearest?: string } {
  const name = candidates.map(findNeighbor).find((found) => found !== undefined);
  return name === undefined ? {} : { nearest: join(dirname(written), name).replaceAll('\\', '/') };
}
