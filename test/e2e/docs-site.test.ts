import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listPages, listShelves, repository, toSitePath } from '../../tools/site/pages.ts';
import { withoutCode } from '../support/doc-blocks.ts';
import { makeProject } from '../support/temp-project.ts';

const pages = listPages();
const texts = new Map(pages.map(({ path, text }) => [path, text]));

/** The pages of docs/ that a page links to. */
function listLinked(path: string): readonly string[] {
  const links = [...withoutCode(texts.get(path) ?? '').matchAll(/\]\(([^)#\s]+)/g)];
  const targets = links.map(([, href = '']) => posix.join(posix.dirname(path), href));
  return targets.filter((target) => texts.has(target));
}

describe('docs/index.md', () => {
  it('leads to every page in two clicks', () => {
    const first = listLinked('index.md');
    const reached = new Set(['index.md', ...first, ...first.flatMap(listLinked)]);
    expect(pages.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
  });

  it('links every tutorial, how-to, explanation and reference page itself', () => {
    const first = new Set(listLinked('index.md'));
    const shelved = pages.filter(({ path }) => /^(?:tutorials|how-to|explanation|reference)\//.test(path));
    expect(shelved.map(({ path }) => path).filter((path) => !first.has(path))).toEqual([]);
  });
});

describe('docs/decisions/README.md', () => {
  it('lists every record with its title, in order', () => {
    const records = pages.filter(({ path }) => /^decisions\/\d{4}-/.test(path));
    const wanted = records.map(({ path, text }) => {
      const [, number, title] = /^# (\d{4}): (.+)$/m.exec(text) ?? [];
      return `[${number}](${posix.basename(path)}) | ${title}`;
    });
    const rows = (texts.get('decisions/README.md') ?? '').split('\n').filter((line) => line.startsWith('| ['));
    expect(rows.map((row) => row.slice(2).split(' | ').slice(0, 2).join(' | '))).toEqual(wanted);
    expect(wanted.length).toBeGreaterThanOrEqual(15);
  });
});

describe('npm run docs:site', () => {
  // VitePress itself fails on a link to a page that does not exist.
  it('builds every page with its Markdown twin, a search index and llms.txt', { timeout: 120_000 }, () => {
    const outDir = join(makeProject(), 'site');
    const command = [join(repository, 'node_modules/vitepress/bin/vitepress.js'), 'build', 'docs', '--outDir', outDir];
    const built = spawnSync(process.execPath, command, { cwd: repository, encoding: 'utf8' });
    expect(built.status, built.stdout + built.stderr).toBe(0);

    const missing = pages.flatMap(({ path }) => {
      const twin = toSitePath(path);
      return [twin, twin.replace(/\.md$/, '.html')].filter((file) => !existsSync(join(outDir, file)));
    });
    expect(missing).toEqual([]);
    expect(listDeadLinks(outDir)).toEqual([]);
    expect(listForeignLoads(outDir)).toEqual([]);
    expect(globSync('assets/chunks/@localSearchIndex*.js', { cwd: outDir })).toHaveLength(1);

    const llms = readFileSync(join(outDir, 'llms.txt'), 'utf8');
    const listed = listShelves(texts.get('index.md') ?? '').flatMap(({ links }) => links);
    expect(listed.filter(({ path }) => !llms.includes(`(${toSitePath(path)})`))).toEqual([]);
  });
});

/** Links of the built pages to files that the site does not have. */
function listDeadLinks(outDir: string): readonly string[] {
  return globSync('**/*.html', { cwd: outDir }).flatMap((file) => {
    const html = readFileSync(join(outDir, file), 'utf8');
    const links = [...html.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)].map(([, href = '']) => href);
    const dead = links.filter((href) => !existsSync(join(outDir, href.endsWith('/') ? `${href}index.html` : href)));
    return [...new Set(dead)].map((href) => `${file}: ${href}`);
  });
}

/** What a built page would load from the network. */
function listForeignLoads(outDir: string): readonly string[] {
  const files = globSync('**/*.{html,css}', { cwd: outDir });
  return files.filter((file) => {
    const text = readFileSync(join(outDir, file), 'utf8');
    return /<(?:script|img|iframe)[^>]+src="(?:https?:)?\/\/|<link[^>]+href="(?:https?:)?\/\/|url\(["']?(?:https?:)?\/\//.test(
      text,
    );
  });
}
