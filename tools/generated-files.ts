import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A file of the repository that a script writes. */
export interface GeneratedFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** The files that are missing or say something else. */
export function listStale(files: readonly GeneratedFile[]): readonly GeneratedFile[] {
  return files.filter(({ path, text }) => readIfThere(join(root, path)) !== text);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Writes what is stale. With `--check`, it fails if something is. `noun`: what the files are, in the plural. */
export function writeGenerated(files: readonly GeneratedFile[], noun: string, args: readonly string[]): void {
  const unknown = args.find((arg) => arg !== '--check');
  if (unknown !== undefined) {
    console.error(`Unknown argument "${unknown}". The only option is --check.`);
    process.exitCode = 2;
    return;
  }
  const stale = listStale(files);
  if (stale.length === 0) console.log(`${files.length} ${noun} are up to date.`);
  else if (args.includes('--check')) reportStale(stale);
  else write(stale);
}

function reportStale(stale: readonly GeneratedFile[]): void {
  for (const { path } of stale) console.log(`${path} is stale.`);
  console.log('Run: npm run docs');
  process.exitCode = 1;
}

function write(stale: readonly GeneratedFile[]): void {
  for (const { path, text } of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  console.log(`Wrote ${stale.map(({ path }) => path).join(', ')}.`);
}
