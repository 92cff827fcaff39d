import { type Dirent, readdirSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { definedOnly } from '../../base/defined-only.ts';
import { type Problem, toError } from '../../base/fault.ts';
import { findStats, readStart, toSystemFault } from '../text/read-text.ts';
import { findKindByName, suffixHelp } from './file-kind.ts';
import { toShownFile } from './project.ts';

const folderLimit = 100_000;
const readable = new Set(['.turnwise', '.agentv']);

interface ListedFiles {
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
}

/** Lists the files that paths on a command line name: the file itself, or all files of known kinds in a folder. */
export function listFiles(names: readonly string[], cwd: string): ListedFiles {
  const files = new Set<string>();
  const problems: Problem[] = [];
  for (const name of names) {
    const path = resolve(cwd, name);
    const found = findStats(path)?.isDirectory() ? listKnownFiles(path, cwd) : { files: [path], problems: [] };
    for (const file of found.files) files.add(file);
    problems.push(...found.problems);
  }
  return { files: [...files], problems };
}

function listKnownFiles(folder: string, cwd: string): ListedFiles {
  const files: string[] = [];
  const problems: Problem[] = [];
  const waiting = [folder];
  for (let seen = 0; waiting.length > 0 && seen < folderLimit; seen++) {
    const current = waiting.pop() ?? folder;
    const { entries, problem } = listEntries(current, cwd);
    if (problem !== undefined) problems.push(problem);
    for (const entry of entries) {
      const path = join(current, entry.name);
      if (entry.isDirectory() && isOpen(entry.name)) waiting.push(path);
      else if ((entry.isFile() || entry.isSymbolicLink()) && isKnown(path)) files.push(path);
    }
  }
  if (files.length > 0 || problems.length > 0) return { files: files.sort(), problems };
  const file = toShownFile(folder, cwd);
  const message = `The folder "${file}" contains no files that Turnwise recognizes.`;
  const place = { file, line: 1, column: 1 };
  return { files: [], problems: [toError({ code: 'FILE_NONE_FOUND', message, hint: suffixHelp, ...place })] };
}

/** The entries of a folder. A folder without read permission is a problem, and other folders are still read. */
function listEntries(folder: string, cwd: string): { readonly entries: readonly Dirent[]; readonly problem?: Problem } {
  try {
    return { entries: readdirSync(folder, { withFileTypes: true }) };
  } catch (cause) {
    const shown = toShownFile(folder, cwd);
    const [problem] = toSystemFault(cause, {
      path: folder,
      shown,
      place: { file: shown, line: 1, column: 1 },
    }).problems;
    return { entries: [], ...definedOnly({ problem }) };
  }
}

function isOpen(name: string): boolean {
  return name !== 'node_modules' && (!name.startsWith('.') || readable.has(name));
}

const headBytes = 4096;

/** `tests:` alone could be any file. Cases of the newest AgentV dialect, which Turnwise does not read, have prompts. */
function showsAgentvCases(start: string): boolean {
  const hasCaseKey = /^\s*(?:- )?(?:criteria|expected_outcome|expected_output|input|assertions|execution|- file:)/m;
  return /^(?:tests|eval_cases):/m.test(start) && !/^prompts:/m.test(start) && hasCaseKey.test(start);
}

/** JSON Lines can be anything. A YAML file next to them that sets how AgentV evaluates them shows that they are cases. */
function hasAgentvHead(path: string): boolean {
  return ['.yaml', '.yml'].some((suffix) => {
    const head = path.replace(/\.jsonl$/i, suffix);
    if (findStats(head)?.isFile() !== true) return false;
    const start = readStart(head, headBytes).toString('utf8');
    return /^(?:execution|evaluator|dataset):/m.test(start) && !/^(?:cases|tests|eval_?cases):/m.test(start);
  });
}

/** In a folder, other files count only if their first lines show their kind. */
function isKnown(path: string): boolean {
  if (findKindByName(path) !== undefined) return true;
  const suffix = extname(path).toLowerCase();
  if (suffix === '.yaml' || suffix === '.yml') {
    const start = readStart(path, headBytes).toString('utf8');
    return /^(?:cases:|evalcases:|\$schema: *agentv-(?:eval|targets))/m.test(start) || showsAgentvCases(start);
  }
  if (suffix === '.jsonl') return hasAgentvHead(path);
  return suffix === '.toml' && /^\[\[?(?:samples|contexts)[.\]]/m.test(readStart(path, headBytes).toString('utf8'));
}
