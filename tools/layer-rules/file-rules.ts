import { entries, stages } from '../layers.ts';
import { findPlace } from './import-rules.ts';
import { countLines, isGenerated, isTest, type SourceFile, type Violation } from './source-file.ts';

const maxLines = 300;
const maxFiles = 25;
const emptyNames = /^(utils?|commons?|helpers?|misc)$/;
const barrels = ['src/index.ts', 'src/numbers.ts'];

/** Checks what a file says about itself: its place, name, length and exports. */
export function checkFile(file: SourceFile): Violation[] {
  const at = (line: number, message: string) => ({ path: file.path, line, message });
  return [
    ...[findPlaceFault(file.path), findNameFault(file.path), findLengthFault(file)].flatMap((fault) =>
      fault ? [at(1, fault)] : [],
    ),
    ...file.defaultExports.map((line) => at(line, 'a default export: export it by its name')),
    ...(barrels.includes(file.path) ? [] : file.barrelExports).map((line) =>
      at(line, 'a barrel: import from the file that defines it'),
    ),
  ];
}

/** Finds each `x.ts` next to a folder `x/`. */
export function checkTwins(files: readonly SourceFile[]): Violation[] {
  const folders = new Set(files.flatMap(({ path }) => listFolders(path)));
  return files.flatMap(({ path }) => {
    const folder = path.replace(/\.(ts|tsx|mjs)$/, '');
    return folders.has(folder) ? [{ path, line: 1, message: `is next to the folder ${folder}/` }] : [];
  });
}

/** Finds each folder in which a reader cannot take in the files at a glance. Each counts its own level alone. */
export function checkFolders(files: readonly SourceFile[]): Violation[] {
  return listFullFolders(files).map(({ path, count }) => ({
    path: `${path}/`,
    message: `has ${count} files on one level, and ${maxFiles} is the limit. Fold small ones into their neighbors, or group them in folders`,
  }));
}

/** Folders with more production files on one level than the rule allows. */
export function listFullFolders(files: readonly SourceFile[]): { readonly path: string; readonly count: number }[] {
  const counted = files.filter((file) => !/^test\//.test(file.path) && !isTest(file.path) && !isGenerated(file));
  const folders = Map.groupBy(counted, ({ path }) => path.slice(0, path.lastIndexOf('/')));
  return [...folders].map(([path, { length }]) => ({ path, count: length })).filter(({ count }) => count > maxFiles);
}

function listFolders(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function findPlaceFault(path: string): string | undefined {
  const place = findPlace(path);
  if (place === undefined) return undefined;
  const isEntry = path === `src/${place}`;
  const known = isEntry ? entries : stages;
  const name = isEntry ? place.replace(/\.test\.ts$/, '.ts') : place;
  return Object.hasOwn(known, name) ? undefined : `src/${place} is not in the table of tools/layers.ts`;
}

function findNameFault(path: string): string | undefined {
  const name = path.split('/').find((part) => emptyNames.test(part.split('.')[0] ?? ''));
  return name && `"${name}" says nothing about what is inside`;
}

function findLengthFault({ path, text }: SourceFile): string | undefined {
  if (isTest(path) || path.startsWith('test/') || isGenerated({ path, text })) return undefined;
  const entry = path.startsWith('src/') ? entries[path.slice('src/'.length)] : undefined;
  const limit = entry?.maxLines ?? maxLines;
  const lines = countLines(text);
  return lines > limit ? `${lines} lines; at most ${limit}` : undefined;
}
