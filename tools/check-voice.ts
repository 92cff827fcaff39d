import { globSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sift } from './voice/allowed.ts';
import { listCommentTexts } from './voice/comment-texts.ts';
import { findViolations, type Violation } from './voice/find-violations.ts';
import { listMarkdownTexts, listTomlTexts } from './voice/page-texts.ts';
import {
  addCounts,
  countProse,
  listProseFaults,
  noProse,
  type ProseCounts,
  toPerThousand,
} from './voice/prose-statistics.ts';
import { listSourceTexts } from './voice/source-strings.ts';
import type { VoiceText } from './voice/text.ts';

const usage = 'Usage: node tools/check-voice.ts [--comments] [--stats] [path …]';

const sources = ['src/**/*.ts', 'web/**/*.{ts,tsx}', 'examples/**/*.{ts,js,mjs}', 'tools/**/*.{ts,mjs}'];
const data = ['examples/**/*.toml'];
const pages = ['*.md', 'docs/**/*.md', 'examples/**/*.md', 'tools/reference/templates/*.md'];
const commented = [
  '{src,tools,test,bench}/**/*.{ts,mts,mjs,js}',
  'web/{src,page,report,calibration}/**/*.{ts,tsx}',
  'bin/*.mjs',
  'examples/**/*.{ts,js,mjs}',
];
const guides = /^docs\/(tutorials|how-to|explanation|guides)\//;

/** Whether comments and test titles are read without `--comments`. */
const readsComments = true;

/** Paths of texts that people read, from the root of the repository. */
export function listVoicePaths(cwd: string, under: readonly string[]): readonly string[] {
  return listPaths(cwd, [...sources, ...data, ...pages], under).filter((path) => !isSkipped(path));
}

/** Paths of source files, whose comments contributors read. */
export function listCommentedPaths(cwd: string, under: readonly string[]): readonly string[] {
  return listPaths(cwd, commented, under);
}

function listPaths(cwd: string, patterns: readonly string[], under: readonly string[]): readonly string[] {
  const wanted = under.map((path) => path.replace(/^\.\//, '').replace(/\/+$/, ''));
  return globSync(patterns, { cwd })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => isUnder(path, wanted) && !/(^|\/)node_modules\//.test(path))
    .sort();
}

function isUnder(path: string, wanted: readonly string[]): boolean {
  return wanted.length === 0 || wanted.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** Tests, build settings, migrations (their text is stored), scripts that a build writes, and the words themselves. */
function isSkipped(path: string): boolean {
  return /\.(test|config|d)\.m?tsx?$|\/migrations\/\d{4}-|\/page-script\.ts$|^tools\/voice\//.test(path);
}

export function checkFile(path: string, text: string): readonly Violation[] {
  return findViolations(listTexts(path, text));
}

export function checkComments(path: string, text: string): readonly Violation[] {
  return findViolations(listCommentTexts(path, text));
}

function listTexts(path: string, text: string): readonly VoiceText[] {
  if (path.endsWith('.md')) return listMarkdownTexts(path, text);
  return path.endsWith('.toml') ? listTomlTexts(path, text) : listSourceTexts(path, text);
}

function main(args: readonly string[]): void {
  const under = args.filter((arg) => !arg.startsWith('--'));
  const unknown = args.find((arg) => arg.startsWith('--') && !['--comments', '--stats'].includes(arg));
  if (unknown !== undefined) {
    console.error(`Unknown option ${unknown}. ${usage}`);
    process.exitCode = 2;
    return;
  }
  process.chdir(fileURLToPath(new URL('..', import.meta.url)));
  const files = listVoicePaths('.', under).map(readFile);
  if (args.includes('--stats')) {
    printStatistics(files);
    return;
  }
  const hasComments = readsComments || args.includes('--comments');
  const sourceFiles = hasComments ? listCommentedPaths('.', under).map(readFile) : [];
  check(files, sourceFiles, under.length === 0);
}

type File = { readonly path: string; readonly text: string };

function readFile(path: string): File {
  return { path, text: readFileSync(path, 'utf8') };
}

function check(files: readonly File[], sourceFiles: readonly File[], isWhole: boolean): void {
  const { violations, unused } = sift([
    ...files.flatMap(({ path, text }) => checkFile(path, text)),
    ...sourceFiles.flatMap(({ path, text }) => checkComments(path, text)),
  ]);
  for (const { path, line, word, instead, excerpt } of violations) {
    console.log(`${path}:${line} "${word}" → ${instead}\n    ${excerpt}`);
  }
  const stale = isWhole ? unused.filter((entry) => !entry.isComment || sourceFiles.length > 0) : [];
  for (const { path, word } of stale)
    console.log(`tools/voice/allowed.ts allows "${word}" in ${path}, which is not used.`);
  const faults = listProseFaults(countFiles(files.filter(({ path }) => guides.test(path))));
  for (const fault of faults) console.log(fault);
  const count = violations.length + stale.length + faults.length;
  if (count === 0)
    console.log(`${new Set([...files, ...sourceFiles].map(({ path }) => path)).size} files keep to the voice.`);
  else printSummary(violations, count);
}

function printSummary(violations: readonly Violation[], count: number): void {
  const byFolder = Map.groupBy(violations, ({ path }) => toTopFolder(path));
  const parts = [...byFolder].map(([folder, list]) => `${folder} ${list.length}`);
  console.log(`\n${count} to fix${parts.length === 0 ? '' : `: ${parts.join(', ')}`}.`);
  console.log('If a word is right where it is, add it to tools/voice/allowed.ts with a reason.');
  process.exitCode = 1;
}

/** `src/cli`, `docs/guides`, `README.md`. */
function toTopFolder(path: string): string {
  const parts = path.split('/');
  return parts.slice(0, Math.max(1, Math.min(2, parts.length - 1))).join('/');
}

function countFiles(files: readonly File[]): ProseCounts {
  return files.map(({ text }) => countProse(text)).reduce(addCounts, noProse);
}

function printStatistics(files: readonly File[]): void {
  const markdown = files.filter(({ path, text }) => path.endsWith('.md') && !/^<!-- Generated by/.test(text));
  const byFolder = Map.groupBy(markdown, ({ path }) => toTopFolder(path));
  const guideFiles = markdown.filter(({ path }) => guides.test(path));
  const rows = [...byFolder, ...(guideFiles.length === 0 ? [] : [['all guides', guideFiles] as const])];
  console.log('words  words/sentence  ; per 1k  you per 1k  folder');
  for (const [folder, list] of rows) {
    const counts = countFiles(list);
    const average = counts.sentences === 0 ? 0 : counts.words / counts.sentences;
    const cells = [average, toPerThousand(counts.semicolons, counts), toPerThousand(counts.you, counts)];
    const [sentence = '', semicolons = '', you = ''] = cells.map((value) => value.toFixed(1));
    const words = String(counts.words).padStart(5);
    console.log(`${words}  ${sentence.padStart(14)}  ${semicolons.padStart(8)}  ${you.padStart(10)}  ${folder}`);
  }
}

if (import.meta.main) main(process.argv.slice(2));
