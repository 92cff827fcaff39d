import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { findStats } from '../text/read-text.ts';
import { findKindByName, suffixHelp } from './file-kind.ts';
import { toShownFile } from './project.ts';

const folderLimit = 100_000;
const readable = new Set(['.turnwise', '.agentv']);

/** The files that names on a command line stand for: files as they are, folders by what is in them that we know. */
export function listFiles(names: readonly string[], cwd: string): readonly string[] {
  const files = names.flatMap((name) => {
    const path = resolve(cwd, name);
    return findStats(path)?.isDirectory() ? listKnownFiles(path, cwd) : [path];
  });
  return [...new Set(files)];
}

function listKnownFiles(folder: string, cwd: string): readonly string[] {
  const found: string[] = [];
  const waiting = [folder];
  for (let seen = 0; waiting.length > 0 && seen < folderLimit; seen++) {
    const current = waiting.pop() ?? folder;
    for (const entry of readdirSync(current, { withFileTypes: true })) {
      const path = join(current, entry.name);
      if (entry.isDirectory() && isOpen(entry.name)) waiting.push(path);
      else if ((entry.isFile() || entry.isSymbolicLink()) && isKnown(path)) found.push(path);
    }
  }
  if (found.length > 0) return found.sort();
  const message = `The folder "${toShownFile(folder, cwd)}" holds no file that Turnwise knows.`;
  throw new Fault({ code: 'FILE_NONE_FOUND', message, hint: suffixHelp, file: toShownFile(folder, cwd) });
}

function isOpen(name: string): boolean {
  return name !== 'node_modules' && (!name.startsWith('.') || readable.has(name));
}

/** Files without a telling name count in a folder only when their first lines leave no doubt. */
function isKnown(path: string): boolean {
  if (findKindByName(path) !== undefined) return true;
  const suffix = extname(path).toLowerCase();
  if (suffix === '.yaml' || suffix === '.yml')
    return /^(?:evalcases|\$schema: *agentv-(?:eval|targets)\S*)\s*:?/m.test(readHead(path));
  return suffix === '.toml' && /^\[\[?(?:samples|contexts)[.\]]/m.test(readHead(path));
}

function readHead(path: string): string {
  if (findStats(path)?.isFile() !== true) return '';
  const block = Buffer.alloc(4096);
  try {
    const handle = openSync(path, 'r');
    const size = readSync(handle, block);
    closeSync(handle);
    return block.toString('utf8', 0, size);
  } catch {
    return '';
  }
}
