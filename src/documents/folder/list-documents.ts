import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

export type DocumentKind = 'markdown' | 'html' | 'text';

const kinds: Readonly<Record<string, DocumentKind>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.txt': 'text',
};

export interface DocumentFile {
  /** From the folder, with forward slashes. */
  readonly path: string;
  readonly kind: DocumentKind;
  readonly size: number;
  /** Another one when the file was written again. */
  readonly stamp: string;
}

interface ListedDocuments {
  readonly files: readonly DocumentFile[];
  /** Folders that could not be read. */
  readonly closed: readonly string[];
  /** Whether there are more than were wanted. */
  readonly isCut: boolean;
}

/**
 * The documents under a folder, by path, at most `most`. Hidden ones and `node_modules` are left out, and so are links:
 * what is inside the folder is found at its own place, and what is outside is not part of the documents.
 */
export function listDocuments(folder: string, most: number): ListedDocuments {
  const files: DocumentFile[] = [];
  const closed: string[] = [];
  const waiting = [''];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    const entries = findEntries(join(folder, current));
    if (entries === undefined) closed.push(current);
    const folders: string[] = [];
    for (const entry of entries ?? []) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const path = current === '' ? entry.name : `${current}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      const file = entry.isFile() ? findDocument(folder, path) : undefined;
      if (file === undefined) continue;
      if (files.length === most) return { files, closed, isCut: true };
      files.push(file);
    }
    waiting.push(...folders.reverse());
  }
  return { files, closed, isCut: false };
}

/** In the order of their names, so that the same folder always gives the same list. */
function findEntries(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return undefined;
  }
}

/** The kind of a document by its name; undefined: not a document. */
export function findKind(path: string): DocumentKind | undefined {
  return kinds[extname(path).toLowerCase()];
}

function findDocument(folder: string, path: string): DocumentFile | undefined {
  const kind = findKind(path);
  const stats = kind === undefined ? undefined : findOwnStats(join(folder, path));
  if (kind === undefined || stats?.isFile() !== true) return undefined;
  return { path, kind, size: stats.size, stamp: `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size} ${stats.ino}` };
}

/** Undefined: it was removed in the meantime. */
function findOwnStats(path: string) {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
