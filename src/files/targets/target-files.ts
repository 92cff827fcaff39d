import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import type { SpecOf, TargetSpec } from '../../conversation/target-spec.ts';
import { type Environment, expandEnvironment } from '../project/environment.ts';
import { findProjectRoot, isInside, toShownFile } from '../project/project.ts';
import { findStats } from '../text/read-text.ts';

/**
 * The files that a target consists of, besides its settings: its cassette, or the project files in its command and in
 * its `files`. Without `files` these are the source files in the program's folder and subfolders, and what they import
 * by a relative path. Other files that a program reads are unknown. `spec` has its environment filled in. `folder` is
 * the folder of the targets file.
 */
export function listTargetFiles(spec: TargetSpec, folder: string): readonly string[] {
  if (spec.provider === 'replay') return [resolve(folder, spec.cassette)].filter(isFile);
  if (spec.provider !== 'command') return [];
  const cwd = resolve(folder, spec.cwd ?? '.');
  const paths = new Set(listWords(spec).map((word) => resolve(cwd, word)));
  // Relative to the targets file, so that a deck and an eval file get the same root for one target.
  const root = findProjectRoot(join(folder, 'targets.yaml'));
  const named = [...paths].filter((path) => isInside(path, root) && isFile(path));
  const others = spec.files?.flatMap((file) => listDeclared(file, spec.id, { folder, root }));
  if (others !== undefined) return [...new Set([...named, ...others])];
  const sources = named.filter(isProgram).flatMap((program) => [program, ...listBeside(program)]);
  return [...new Set([...named, ...withImported(sources, root)])];
}

/** Hashes by name and content. The project's location does not matter. */
export function hashTargetFiles(spec: TargetSpec, folder: string): readonly string[] {
  return listTargetFiles(spec, folder).map((path) => `${toShownFile(path, folder)} ${hashFile(path)}`);
}

function isFile(path: string): boolean {
  return findStats(path)?.isFile() === true;
}

interface DeclaredIn {
  readonly folder: string;
  readonly root: string;
}

/** A file in `files`, or every file of a folder. A missing file is an error, because its changes would go unnoticed. */
function listDeclared(file: string, id: string, { folder, root }: DeclaredIn): readonly string[] {
  const path = resolve(folder, file);
  const stats = isInside(path, root) ? findStats(path) : undefined;
  if (stats?.isFile() === true) return [path];
  if (stats?.isDirectory() === true) return listBelow(path, () => true) ?? [];
  const message = `The target "${id}" lists "${file}" in \`files\`, but that file does not exist.`;
  throw new Fault({ code: 'FILE_MISSING', message, hint: 'Paths are relative to the folder of the targets file.' });
}

/** The source files in a program's folder and subfolders. Empty if there are too many for one program. */
function listBeside(program: string): readonly string[] {
  return listBelow(dirname(program), isSource) ?? [];
}

/** Adds the project files that the files import by a relative path, recursively. */
function withImported(files: readonly string[], root: string): ReadonlySet<string> {
  const found = new Set(files);
  // Iterating a set also visits entries that are added during the loop.
  for (const file of found) {
    if (found.size > mostFiles) break;
    for (const path of listImported(file)) if (isInside(path, root)) found.add(path);
  }
  return found;
}

const relativeImport = /\b(?:from|import|require|source)\b[\s(]*['"](\.{1,2}\/[^'"\n]+)['"]/g;
/** Suffixes that an import may omit. */
const suffixes = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.json', '/index.js', '/index.ts'];

function listImported(file: string): readonly string[] {
  const written = [...readSource(file).matchAll(relativeImport)].map(([, path = '']) => resolve(dirname(file), path));
  return written.flatMap((path) => {
    // TypeScript imports use the name of the compiled file.
    const paths = [...suffixes.map((suffix) => `${path}${suffix}`), path.replace(/\.([cm]?)js$/, '.$1ts')];
    return paths.find(isFile) ?? [];
  });
}

function readSource(path: string): string {
  try {
    return isSource(path) || extname(path) === '' ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}

const mostFiles = 2_000;

/**
 * Lists the files below a folder, sorted. Undefined: there are too many for one program. Hidden folders and package
 * folders are skipped.
 */
function listBelow(top: string, isWanted: (name: string) => boolean): readonly string[] | undefined {
  const found: string[] = [];
  const waiting = [top];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of readFolder(folder)) {
      const path = join(folder, entry.name);
      if (entry.name.startsWith('.') || skippedFolders.has(entry.name)) continue;
      if (entry.isDirectory()) waiting.push(path);
      else if (isWanted(entry.name) && isFile(path)) found.push(path);
    }
    if (found.length + waiting.length > mostFiles) return undefined;
  }
  return found.sort();
}

/** A folder without read permission, such as a container's database, is not part of a program. */
function readFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

const skippedFolders: ReadonlySet<string> = new Set(['node_modules', '__pycache__', 'venv']);

/** A script may have no suffix. */
function isProgram(path: string): boolean {
  return extname(path) === '' || isSource(path);
}

function isSource(path: string): boolean {
  return sourceSuffix.test(path);
}

const sourceSuffix =
  /\.(?:[cm]?[jt]s|[jt]sx|pyw?|rb|p[lm]|php|lua|sh|bash|zsh|ps1|bat|cmd|go|rs|java|kts?|scala|cs|fs|c|h|cc|cpp|hpp|swift|r|jl|exs?|clj|wasm)$/i;

/** A note about a target that can change without Turnwise noticing. Undefined: it cannot. */
export function explainUntracked(written: TargetSpec, env: Environment, folder: string): string | undefined {
  const { spec } = expandEnvironment(written, env);
  if ((spec.provider !== 'command' && spec.provider !== 'http') || spec.version !== undefined) return undefined;
  if (listTargetFiles(spec, folder).length > 0) return undefined;
  const what = spec.provider === 'command' ? 'program' : 'service';
  return `${spec.id} is a ${what}. Turnwise cannot tell whether it has changed since it was measured. Give the target a version.`;
}

/** A shell splits a line into words. For `--rules=a.json`, the part after `=` counts as well. */
function listWords({ command, shell }: SpecOf<'command'>): readonly string[] {
  if (shell === true) return command.flatMap((line) => line.split(/[\s'"=;|&<>()]+/)).filter((word) => word !== '');
  return command.flatMap((word) => [word, word.slice(word.indexOf('=') + 1)]).filter((word) => word !== '');
}

/** A file without read permission is reported by the code that needs it. */
function hashFile(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return '';
  }
}
