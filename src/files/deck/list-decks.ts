import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** So many folders are looked into: a server that was started in the wrong place does not read the whole disk. */
const mostFolders = 5_000;
const mostDecks = 200;

/**
 * The decks of a project, as paths from its root with forward slashes, in order. Hidden folders, `node_modules` and links
 * are passed over, and so are folders that may not be read.
 */
export async function listDecks(root: string): Promise<readonly string[]> {
  const decks: string[] = [];
  const waiting = [''];
  for (let looked = 0; looked < mostFolders && decks.length < mostDecks; looked += 1) {
    const folder = waiting.shift();
    if (folder === undefined) break;
    for (const entry of await listEntries(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && isOpen(entry.name)) waiting.push(path);
      else if (entry.isFile() && entry.name.endsWith('.deck.md')) decks.push(path);
    }
  }
  return decks.slice(0, mostDecks).sort();
}

function isOpen(name: string): boolean {
  return name !== 'node_modules' && !name.startsWith('.');
}

async function listEntries(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
