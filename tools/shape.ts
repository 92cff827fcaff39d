import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Execution, measureOneCase } from './executed-files.ts';
import { listFullFolders } from './layer-rules/file-rules.ts';
import { findImportedPath } from './layer-rules/import-rules.ts';
import { countLines, isGenerated, isTest, readSourceFiles, type SourceFile } from './layer-rules/source-file.ts';

const usage = 'Usage: npm run shape [-- --list]';

/** One count of the tree, with the aim of CONTRIBUTING.md if it has one. */
export interface ShapeRow {
  readonly title: string;
  readonly value: string;
  readonly aim?: string;
  /** What `--list` prints: the files or folders behind the count. */
  readonly list?: readonly string[];
}

/** Counts the production files of src/ and web/src/. Files elsewhere count as consumers of them. */
export function listShape(files: readonly SourceFile[]): readonly ShapeRow[] {
  const ours = files.filter((file) => /^(src|web\/src)\//.test(file.path) && isProduction(file));
  const consumers = countConsumers(files.filter(isProduction));
  const single = ours.filter(({ path }) => consumers.get(path) === 1);
  const small = single.filter(({ path, text }) => !path.endsWith('.tsx') && countLines(text) <= 40);
  const folders = listFullFolders(ours).map(({ path, count }) => `${path}/ ${count}`);
  const long = ours.filter(({ text }) => countLines(text) > 300).map(({ path }) => path);
  const lines = ours.reduce((sum, { text }) => sum + countLines(text), 0);
  const names = ours.reduce((sum, { exportCount }) => sum + exportCount, 0);
  return [
    { title: 'production files in src/ and web/src/', value: toCount(ours.length), aim: '≤ 1,500' },
    { title: 'lines', value: toCount(lines) },
    { title: 'lines per exported name', value: (lines / names).toFixed(1), aim: '≥ 25' },
    { title: 'files with one consumer', value: `${Math.round((single.length / ours.length) * 100)}%` },
    {
      title: 'of these, modules of 40 lines or fewer',
      value: toCount(small.length),
      list: small.map(({ path, text }) => `${path} ${countLines(text)}`),
    },
    { title: 'folders with more than 25 files on one level', value: toCount(folders.length), aim: '0', list: folders },
    { title: 'files over 300 lines', value: toCount(long.length), aim: '0', list: long },
  ];
}

/** Neither tests nor what a script wrote. */
function isProduction(file: SourceFile): boolean {
  return !file.path.startsWith('test/') && !isTest(file.path) && !isGenerated(file);
}

/** How many files import each path. */
function countConsumers(files: readonly SourceFile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path, imports } of files) {
    const targets = new Set(imports.map(({ specifier }) => findImportedPath(path, specifier)));
    for (const target of targets) if (target !== undefined) counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  return counts;
}

export function listExecution({ loaded, executed, failure }: Execution): readonly ShapeRow[] {
  const show = (count: number) => (failure === undefined ? toCount(count) : 'failed');
  return [
    { title: 'modules of src/ loaded by one case', value: show(loaded) },
    { title: 'files of src/ executed by one case', value: show(executed.length), aim: '≤ 200', list: executed },
  ];
}

function toCount(value: number): string {
  return value.toLocaleString('en-US');
}

export function renderShape(rows: readonly ShapeRow[]): string {
  const all = [{ title: '', value: 'now', aim: 'aim' }, ...rows];
  const [first, second] = [
    Math.max(...all.map(({ title }) => title.length)),
    Math.max(...all.map(({ value }) => value.length)),
  ];
  return all
    .map(({ title, value, aim = '' }) => `${title.padEnd(first)}  ${value.padStart(second)}  ${aim}`.trimEnd())
    .join('\n');
}

function main(args: readonly string[]): void {
  if (args.some((arg) => arg !== '--list')) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const root = fileURLToPath(new URL('..', import.meta.url));
  const execution = measureOneCase(join(root, 'src') + sep);
  const rows = [...listShape(readSourceFiles(root)), ...listExecution(execution)];
  console.log(renderShape(rows));
  if (execution.failure !== undefined) console.log(`\nThe run of one case failed:\n${execution.failure}`);
  if (!args.includes('--list')) return;
  for (const { title, list = [] } of rows) {
    if (list.length > 0) console.log(`\n${title}:\n${list.map((line) => `  ${line}`).join('\n')}`);
  }
}

if (import.meta.main) main(process.argv.slice(2));
