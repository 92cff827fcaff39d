import { entries, stages } from '../layers.ts';
import { findPlace } from './import-rules.ts';
import { countLines, isTest, type SourceFile, type Violation } from './source-file.ts';

const maxLines = 300;
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

/** Finds each `x.ts` beside a folder `x/`. */
export function checkTwins(files: readonly SourceFile[]): Violation[] {
  const folders = new Set(files.flatMap(({ path }) => listFolders(path)));
  return files.flatMap(({ path }) => {
    const folder = path.replace(/\.(ts|tsx|mjs)$/, '');
    return folders.has(folder) ? [{ path, line: 1, message: `is next to the folder ${folder}/` }] : [];
  });
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
  if (isTest(path) || path.startsWith('test/') || isGenerated(path, text)) return undefined;
  const entry = path.startsWith('src/') ? entries[path.slice('src/'.length)] : undefined;
  const limit = entry?.maxLines ?? maxLines;
  const lines = countLines(text);
  return lines > limit ? `${lines} lines; at most ${limit}` : undefined;
}

function isGenerated(path: string, text: string): boolean {
  return /\.(gen|generated)\.tsx?$/.test(path) || /^\/[/*].*@generated/.test(text);
}
