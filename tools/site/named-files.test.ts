import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './pages.ts';

/** Files and folders of the repository in code spans, for instance `src/main.ts` or `web/src/`. */
function listNamedPaths(page: string): readonly string[] {
  const text = readFileSync(join(repository, page), 'utf8');
  const spans = [...text.matchAll(/`((?:src|web|test|tools|bench|docs|examples|bin)\/[\w./-]*)`/g)];
  return [...new Set(spans.map(([, path = '']) => path))];
}

/** The files of the same name, for the person who fixes the page. */
function listMoved(path: string): string {
  const found = globSync(`{src,web/src,tools,test}/**/${basename(path)}`, { cwd: repository });
  return found.length === 0 ? 'deleted' : `moved to ${found.map((file) => file.split(sep).join('/')).join(' or ')}`;
}

it.each(['docs/ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names only files and folders that exist', (page) => {
  const missing = listNamedPaths(page).filter((path) => !existsSync(join(repository, path)));
  expect(missing.map((path) => `${path}: ${listMoved(path)}`)).toEqual([]);
});

it('docs/ARCHITECTURE.md is one page that names files', () => {
  expect(listNamedPaths('docs/ARCHITECTURE.md')).toContain('src/jobs/run/job.ts');
  const page = readFileSync(join(repository, 'docs/ARCHITECTURE.md'), 'utf8');
  expect(page.split('\n').length).toBeLessThanOrEqual(120);
});
