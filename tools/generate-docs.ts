import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listPages } from './reference/pages.ts';
import type { Page } from './reference/template.ts';

const folder = fileURLToPath(new URL('../docs/reference/', import.meta.url));

/** The pages whose file is missing or does not say what the code says. */
export function listStalePages(pages: readonly Page[]): readonly Page[] {
  return pages.filter(({ name, text }) => readIfThere(join(folder, name)) !== text);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

async function main(args: readonly string[]): Promise<void> {
  const unknown = args.filter((arg) => arg !== '--check');
  if (unknown.length > 0) {
    console.error(`Unknown argument "${unknown[0]}". Usage: node tools/generate-docs.ts [--check]`);
    process.exitCode = 2;
    return;
  }
  const pages = await listPages();
  const stale = listStalePages(pages);
  if (args.includes('--check')) check(pages, stale);
  else write(pages, stale);
}

function check(pages: readonly Page[], stale: readonly Page[]): void {
  if (stale.length === 0) {
    console.log(`${pages.length} generated pages are up to date.`);
    return;
  }
  for (const { name } of stale) console.log(`docs/reference/${name} is stale.`);
  console.log('Run: npm run docs');
  process.exitCode = 1;
}

function write(pages: readonly Page[], stale: readonly Page[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of stale) writeFileSync(join(folder, name), text);
  const written = stale.map(({ name }) => `docs/reference/${name}`).join(', ');
  console.log(stale.length === 0 ? `${pages.length} pages were up to date.` : `Wrote ${written}.`);
}

if (import.meta.main) await main(process.argv.slice(2));
