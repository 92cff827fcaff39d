import { copyFileSync, type Dirent, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CorpusFile } from './corpus-file.ts';

const skipped = new Set(['node_modules', '.git', '.turnwise']);
const limitBytes = 128 * 1024 * 1024;

interface FolderCopy {
  /** The copied files, as paths with forward slashes, in order. */
  readonly files: readonly string[];
  /** Files that were left out, and why. */
  readonly left: readonly CorpusFile[];
}

/** Copies what can be read of a folder. Links are not followed, because they may lead anywhere or in a circle. */
export function copyFolder(source: string, target: string): FolderCopy {
  const files: string[] = [];
  const left: CorpusFile[] = [];
  const waiting = [''];
  const leave = (file: string, error: string) =>
    left.push({ file, kind: 'not tried', loads: 'not-tried', lost: [], error });
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    mkdirSync(join(target, at), { recursive: true });
    for (const entry of listEntries(join(source, at), (error) => leave(at || '.', error))) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) waiting.push(path);
        continue;
      }
      const error = copyFile(entry, join(source, path), join(target, path));
      if (error === undefined) files.push(path);
      else leave(path, error);
    }
  }
  return { files: files.sort(), left };
}

function listEntries(folder: string, onError: (error: string) => void): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    onError(toReason(error));
    return [];
  }
}

/** The reason why a file is not copied. */
function copyFile(entry: Dirent, from: string, to: string): string | undefined {
  if (entry.isSymbolicLink()) return 'a symbolic link';
  if (!entry.isFile()) return 'not a regular file';
  try {
    const { size } = statSync(from);
    if (size > limitBytes) return `over ${limitBytes / 1024 / 1024} MB`;
    copyFileSync(from, to);
    return undefined;
  } catch (error) {
    return toReason(error);
  }
}

function toReason(error: unknown): string {
  return error instanceof Error && 'code' in error ? `cannot be read: ${error.code}` : String(error);
}
