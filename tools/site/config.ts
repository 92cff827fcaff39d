import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig, type MarkdownRenderer } from 'vitepress';
import {
  docsFolder,
  findRepositoryFile,
  listPages,
  listShelves,
  toSiteFile,
  toSitePath,
  toSlug,
  writeTwins,
} from './pages.ts';

const shelves = listShelves(readFileSync(join(docsFolder, 'index.md'), 'utf8'));

function toSidebar(): DefaultTheme.SidebarItem[] {
  const titles = [...new Set(shelves.map(({ title }) => title))];
  return titles.map((title) => ({
    text: title,
    items: shelves
      .filter((shelf) => shelf.title === title)
      .flatMap(({ part, links }): DefaultTheme.SidebarItem[] => {
        const items = links.map(({ text, path }) => ({ text, link: toLink(path) }));
        return part === undefined ? items : [{ text: part, items, collapsed: false }];
      }),
  }));
}

function toLink(path: string): string {
  return `/${toSitePath(path).replace(/(?:index)?\.md$/, (ending) => (ending.startsWith('index') ? '' : '.html'))}`;
}

/** The four shelves at the top: each leads to its first page. */
function toNavigation(): DefaultTheme.NavItem[] {
  const firsts = new Map<string, string>();
  for (const { title, links } of shelves) {
    if (!firsts.has(title)) firsts.set(title, links[0]?.path ?? '');
  }
  return [...firsts].map(([text, path]) => ({ text, link: toLink(path), activeMatch: `^/${path.split('/')[0]}/` }));
}

/** How VitePress builds docs/. docs/.vitepress/config.ts exports it as VitePress wants it. */
export const siteConfig = defineConfig({
  title: 'Turnwise',
  description: 'Test multi-turn LLM agents, and know whether you can trust the judge that graded them.',
  base: process.env.DOCS_BASE ?? '/',
  // Browsers ask for an icon unless a page says that there is none.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcExclude: ['README.md'],
  rewrites: Object.fromEntries(
    listPages()
      .filter(({ path }) => toSitePath(path) !== path)
      .map(({ path }) => [path, toSitePath(path)]),
  ),
  ignoreDeadLinks: [/^\/files\//],
  markdown: {
    anchor: { slugify: toSlug },
    // Braces, colons and angle brackets are text here.
    attrs: false,
    emoji: false,
    include: false,
    languageAlias: { console: 'text', csv: 'text' },
    config: writePlainly,
  },
  themeConfig: {
    nav: toNavigation(),
    sidebar: toSidebar(),
    outline: [2, 3],
    search: { provider: 'local' },
    externalLinkIcon: true,
  },
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  buildEnd: ({ outDir }) => writeTwins(outDir),
});

function toSiteHref(page: string, href: string): string {
  const file = findRepositoryFile(page, href);
  return file === undefined ? href.replace(/(^|\/)README\.md(?=#|$)/, '$1index.md') : `/${toSiteFile(file)}`;
}

/** Pictures next to a page: Vite takes a path without a dot for a package. */
function toRelative(html: string): string {
  return html.replaceAll(/(\ssrc(?:set)?=")(?![a-z]+:|\.|\/)/g, '$1./');
}

/** Tags that pages write as HTML. Any other `<word>` and every `{{word}}` is text, not a component of Vue. */
const knownTag = /^(?:<!--|<\/?(?:a|br|details|img|kbd|picture|source|summary)\b)/;

function writePlainly(markdown: MarkdownRenderer): void {
  const { rules } = markdown.renderer;
  const { escapeHtml } = markdown.utils;
  const toText = (text: string) => escapeHtml(text).replaceAll('{{', '&#123;&#123;');
  rules.text = (tokens, index) => toText(tokens[index]?.content ?? '');
  rules.code_inline = (tokens, index) => `<code>${toText(tokens[index]?.content ?? '')}</code>`;
  rules.html_inline = (tokens, index) => {
    const content = tokens[index]?.content ?? '';
    return knownTag.test(content) ? toRelative(content) : toText(content);
  };
  rules.html_block = (tokens, index) => toRelative(tokens[index]?.content ?? '');
  const renderLink = rules.link_open;
  rules.link_open = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const href = token?.attrGet('href');
    if (token && href) token.attrSet('href', toSiteHref(env.relativePath ?? '', href));
    return renderLink?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options);
  };
}
