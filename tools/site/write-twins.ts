import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findRepositoryFile, listPages, listShelves, type Page, repository, toSiteFile, toSitePath } from './pages.ts';

/** Writes what is not HTML: each page as Markdown next to its HTML, the files that pages link to, and llms.txt. */
export function writeTwins(outDir: string): void {
  const pages = listPages();
  for (const { path, text } of pages) write(join(outDir, toSitePath(path)), text);
  for (const file of new Set(pages.flatMap(listRepositoryFiles))) {
    cpSync(join(repository, file), join(outDir, toSiteFile(file)));
  }
  write(join(outDir, 'llms.txt'), toLlmsText(pages.find(({ path }) => path === 'index.md')?.text ?? ''));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function listRepositoryFiles({ path, text }: Page): readonly string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => findRepositoryFile(path, href));
  return links.filter((file) => file !== undefined);
}

/** The index for language models, after llmstxt.org: a title, a summary, and a link to the Markdown of every page. */
export function toLlmsText(index: string): string {
  const [title = '', , ...rest] = index.split('\n');
  const summary = rest.slice(0, rest.indexOf('')).join(' ');
  const sections = listShelves(index).map(({ title: shelf, part, links }) => {
    const lines = links.map(({ text, path, about }) => `- [${text}](${toSitePath(path)})${about ? `: ${about}` : ''}`);
    return [`## ${part === undefined ? shelf : `${shelf}: ${part}`}`, '', ...lines].join('\n');
  });
  return `${[title, `> ${summary}`, ...sections].join('\n\n')}\n`;
}
