import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../', import.meta.url));
export const docsFolder = join(repository, 'docs');

/** A page of docs/, with its path from there: `how-to/ci.md`. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** Every page of the site. docs/README.md only points to index.md, for people who browse the repository. */
export function listPages(): readonly Page[] {
  const paths = globSync('**/*.md', { cwd: docsFolder }).map((path) => path.split(sep).join('/'));
  const wanted = paths.filter((path) => path !== 'README.md' && !path.startsWith('.vitepress/'));
  return wanted.sort().map((path) => ({ path, text: readFileSync(join(docsFolder, path), 'utf8') }));
}

/** A link of docs/index.md: where it leads, its text, and what the page is about. */
export interface IndexLink {
  readonly path: string;
  readonly text: string;
  readonly about: string;
}

/** A shelf of docs/index.md: a heading, or a bold line under one, and the links below it. */
export interface Shelf {
  readonly title: string;
  readonly part: string | undefined;
  readonly links: readonly IndexLink[];
}

/** The shelves of docs/index.md. The navigation and llms.txt are made from them, so a page is listed in one place. */
export function listShelves(index: string): readonly Shelf[] {
  const shelves: { title: string; part: string | undefined; links: IndexLink[] }[] = [];
  for (const line of index.split('\n')) {
    const [, heading] = /^## ([^:]+)/.exec(line) ?? [];
    const [, part] = /^\*\*(.+)\*\*$/.exec(line) ?? [];
    const [, text, path, about = ''] = /^- \[(.+?)\]\((.+?)\)(?:: (.+))?$/.exec(line) ?? [];
    if (heading !== undefined) shelves.push({ title: heading, part: undefined, links: [] });
    else if (part !== undefined) shelves.push({ title: shelves.at(-1)?.title ?? '', part, links: [] });
    else if (text !== undefined && path !== undefined) shelves.at(-1)?.links.push({ path, text, about });
  }
  return shelves.filter(({ links }) => links.length > 0);
}

/** The path of a page on the site: README.md of a folder is its index. */
export function toSitePath(path: string): string {
  return path.replace(/(^|\/)README\.md$/, '$1index.md');
}

/** The file of the repository that a link of a page leads to, or undefined for a page of the site or another site. */
export function findRepositoryFile(page: string, href: string): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return undefined;
  const [path = ''] = href.split('#');
  const file = relative(repository, resolve(docsFolder, posix.dirname(page), path))
    .split(sep)
    .join('/');
  return file.startsWith('docs/') ? undefined : file;
}

/** Where a file of the repository is on the site. Markdown is shown as it is written there. */
export function toSiteFile(file: string): string {
  return `files/${file.endsWith('.md') ? `${file}.txt` : file}`;
}

/** The anchor of a heading, as GitHub makes it. */
export function toSlug(title: string): string {
  const letters = title.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '');
  return letters.trim().replaceAll(' ', '-');
}

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
function toLlmsText(index: string): string {
  const [title = '', , ...rest] = index.split('\n');
  const summary = rest.slice(0, rest.indexOf('')).join(' ');
  const sections = listShelves(index).map(({ title: shelf, part, links }) => {
    const lines = links.map(({ text, path, about }) => `- [${text}](${toSitePath(path)})${about ? `: ${about}` : ''}`);
    return [`## ${part === undefined ? shelf : `${shelf}: ${part}`}`, '', ...lines].join('\n');
  });
  return `${[title, `> ${summary}`, ...sections].join('\n\n')}\n`;
}
