import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const skipped = new Set(['node_modules', '.git', '.turnwise']);

/** Every file of a folder, as paths with forward slashes, in order. */
export function listFolder(folder: string): readonly string[] {
  const files: string[] = [];
  const waiting = [''];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && !skipped.has(entry.name)) waiting.push(path);
      else if (entry.isFile()) files.push(path);
    }
  }
  return files.sort();
}
