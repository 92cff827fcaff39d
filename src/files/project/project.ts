import { dirname, join, relative, resolve, sep } from 'node:path';
import { findStats, isBelow } from '../text/read-text.ts';

const rootMarks = ['.turnwise', '.agentv', '.git'];

/**
 * The project root of a file: the nearest ancestor folder that has `.turnwise/`, `.agentv/` or `.git` and belongs to
 * the caller. Otherwise another user could place a marker higher up and widen what Turnwise may read. Without a marker
 * it is the file's own folder.
 */
export function findProjectRoot(file: string): string {
  const own = dirname(resolve(file));
  for (let folder = own; ; folder = dirname(folder)) {
    if (rootMarks.some((mark) => findStats(join(folder, mark)) !== undefined) && isOwn(folder)) return folder;
    if (dirname(folder) === folder) return own;
  }
}

/** Windows has no user ids, so there every folder counts. */
function isOwn(folder: string): boolean {
  const user = process.getuid?.();
  return user === undefined || findStats(folder)?.uid === user;
}

export function isInside(path: string, folder: string): boolean {
  return path === folder || isBelow(path, folder);
}

/** The path for people: relative to `cwd`, or absolute if it is elsewhere. Always with forward slashes. */
export function toShownFile(path: string, cwd: string): string {
  const full = resolve(cwd, path);
  const shown = isInside(full, cwd) ? relative(cwd, full) : full;
  return (shown === '' ? '.' : shown).split(sep).join('/');
}

/** The folder and each parent up to the root, nearest first. */
export function listFoldersUp(folder: string, root: string): readonly string[] {
  const folders: string[] = [];
  for (let current = folder; isInside(current, root); current = dirname(current)) {
    folders.push(current);
    if (current === root || dirname(current) === current) break;
  }
  return folders;
}

export function toRelative(path: string, root: string): string {
  return relative(root, path).split(sep).join('/');
}
