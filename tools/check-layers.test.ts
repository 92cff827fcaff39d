import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/utils';
import { afterEach, describe, expect, it } from 'vitest';
import { checkLayers, renderViolation } from './check-layers.ts';
import { findPlace } from './layer-rules/import-rules.ts';
import { readSourceFiles, toSourceFile } from './layer-rules/source-file.ts';
import { entries, stages } from './layers.ts';

/** Checks a tree given as path → text. */
function check(tree: Readonly<Record<string, string>>): string[] {
  const files = Object.entries(tree).map(([path, text]) => toSourceFile(path, text));
  return checkLayers(files).map(renderViolation);
}

const lines = (count: number) => 'const x = 1;\n'.repeat(count);

describe('the table', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const safe = [...Object.values(stages), ...Object.values(entries)].filter(({ browserSafe }) => browserSafe);
  const unsafe = [...new Set(safe.flatMap(({ imports }) => imports))].filter((path) => !stages[path]?.browserSafe);

  it('lets browser-safe stages import browser-safe stages and ports only', () => {
    expect(unsafe.filter((path) => !path.endsWith('port.ts'))).toEqual([]);
  });

  it.each(unsafe)('lets browser-safe stages import %s, which exports only types', (path) => {
    const { module } = parseSync(path, readFileSync(join(root, 'src', path), 'utf8'));
    const exported = module.staticExports.flatMap((statement) => statement.entries);
    expect(exported.filter(({ isType }) => !isType)).toEqual([]);
  });

  it('lets cli import every other stage, and no stage import one that it does not know', () => {
    const names = Object.keys(stages);
    expect(stages.cli?.imports).toEqual(names.filter((stage) => stage !== 'cli'));
    const imported = Object.values(stages).flatMap(({ imports }) => imports.map((path) => findPlace(`src/${path}`)));
    expect(imported.filter((stage) => !names.includes(stage ?? ''))).toEqual([]);
  });
});

describe('imports between stages', () => {
  it.each([
    ['src/files/a.ts', "import { b } from '../base/b.ts';"],
    ['src/files/deep/a.ts', "import { b } from '../../conversation/b.ts';"],
    ['src/files/a.ts', "import { readFile } from 'node:fs/promises';\nimport { parse } from 'yaml';"],
    ['src/format/a.ts', "import { z } from 'zod';\nimport { sha256 } from '@noble/hashes/sha2.js';"],
    ['src/play/a.ts', "import type { Target } from '../target/port.ts';"],
    ['src/cli/a.ts', "const api = await import('../api/server.ts');"],
    ['src/main.ts', "import { main } from './cli/program.ts';"],
    ['src/index.ts', "export * from './numbers.ts';\nexport { run } from './wiring/run.ts';"],
    ['src/numbers.ts', "export * from './statistics/wilson.ts';"],
  ])('%s may say %s', (path, text) => {
    expect(check({ [path]: text })).toEqual([]);
  });

  it.each([
    ['src/base/a.ts', "import { b } from '../files/b.ts';", 'base imports files/b.ts; it may import nothing'],
    ['src/format/a.ts', "import type { B } from '../files/b.ts';", 'format imports files/b.ts; it may import base'],
    ['src/format/a.ts', "import { type B } from '../files/b.ts';", 'format imports files/b.ts'],
    ['src/format/a.ts', "export { b } from '../files/b.ts';\nexport const c = 1;", 'format imports files/b.ts'],
    ['src/format/a.ts', "export type { B } from '../files/b.ts';\nexport const c = 1;", 'format imports files/b.ts'],
    ['src/format/a.ts', "const b = () => import('../files/b.ts');", 'format imports files/b.ts'],
    ['src/format/a.ts', "export type B = import('../files/b.ts').B;", 'format imports files/b.ts'],
    ['src/play/a.ts', "import { b } from '../target/replay.ts';", 'play imports target/replay.ts'],
    ['src/base/a.ts', "import { b } from '../index.ts';", 'base imports index.ts'],
    ['src/base/a.ts', "import { b } from 'turnwise';", 'base imports index.ts'],
    ['src/base/a.ts', "import { b } from '../../tools/b.ts';", 'base imports tools/b.ts, which is outside src/'],
    ['src/main.ts', "import { b } from './base/b.ts';", 'main.ts imports base/b.ts; it may import cli'],
    ['src/index.ts', "export { b } from './cli/b.ts';", 'index.ts imports cli/b.ts'],
    ['src/numbers.ts', "export { b } from './compare/b.ts';", 'numbers.ts imports compare/b.ts'],
  ])('%s may not say %s', (path, text, message) => {
    expect(check({ [path]: text })).toEqual([expect.stringContaining(`${path}:1 ${message}`)]);
  });

  it('names the line', () => {
    const text = "// why\nimport {\n  b,\n} from '../files/b.ts';\n";
    expect(check({ 'src/base/a.ts': text })[0]).toMatch(/^src\/base\/a\.ts:4 /);
  });

  it('passes over imports in comments and strings', () => {
    const text = "// import '../cli/a.ts'\n/* import('../cli/a.ts') */\nconst s = \"import x from '../cli/a.ts'\";";
    expect(check({ 'src/base/a.ts': text })).toEqual([]);
  });
});

describe('browser-safe stages', () => {
  it.each([
    ["import { join } from 'node:path';", 'cannot import node:path'],
    ["import { join } from 'path';", 'cannot import path'],
    ["import type { Stats } from 'fs';", 'cannot import fs'],
    ["import { Command } from 'commander';", 'not commander'],
    ["import { text } from '@clack/prompts';", 'not @clack/prompts'],
  ])('may not say %s', (text, message) => {
    expect(check({ 'src/curate/a.ts': text })).toEqual([expect.stringContaining(message)]);
  });
});

describe('tests next to their source', () => {
  const test = (...imports: string[]) => ({
    'src/base/a.test.ts': imports.map((path) => `import { x } from '${path}';`).join('\n'),
  });

  it('may import their stage, test/support, vitest, fast-check and Node', () => {
    expect(check(test('./a.ts', '../../test/support/tree.ts', 'vitest', 'fast-check', 'node:fs'))).toEqual([]);
  });

  it('keep to the table otherwise', () => {
    expect(check(test('../files/b.ts'))).toHaveLength(1);
  });
});

describe('web', () => {
  it('may import browser-safe stages and the numbers entry', () => {
    const text = "import { a } from '../../src/contract/a.ts';\nimport { b } from 'turnwise/numbers';\nimport 'react';";
    expect(check({ 'web/src/app.ts': text })).toEqual([]);
  });

  it.each([
    [
      "import type { A } from '../../../src/store/port.ts';",
      'web imports src/store/port.ts, which is not browser-safe',
    ],
    ["import { join } from 'node:path';", 'web cannot import node:path'],
    ["import {\n  a,\n} from '../../../src/api/a.ts';", 'web imports src/api/a.ts'],
  ])('may not say %s, in JSX files too', (text, message) => {
    const jsx = `${text}\nexport const Page = () => <p className="from">Don't say {"from 'x'"}</p>;\n`;
    expect(check({ 'web/src/pages/Page.tsx': jsx })).toEqual([expect.stringContaining(message)]);
  });
});

describe('the folders of the Studio', () => {
  it.each([
    ['web/src/pages/tags/a.ts', '../../data/b.ts'],
    ['web/src/pages/tags/deep/a.ts', '../b.ts'],
    ['web/src/pages/tags/a.ts', '../../app/keys/use-action.ts'],
    ['web/src/pages/tags/a.ts', '../explorer/address/explorer-search.ts'],
    ['web/src/pages/home/HomePage.tsx', '../review/editor/DraftsWaiting.tsx'],
    ['web/src/parts/ModalFrame.tsx', '../app/keys/OwnKeys.tsx'],
    ['web/src/parts/a.test.ts', '../app/router.tsx'],
    ['web/src/app/router.tsx', '../pages/tags/TagsPage.tsx'],
    ['web/src/main.tsx', './app/Studio.tsx'],
    ['web/src/pages/tags/a.ts', '@tanstack/react-query'],
  ])('%s may import %s', (path, specifier) => {
    expect(check({ [path]: `import { b } from '${specifier}';` })).toEqual([]);
  });

  it.each([
    ['web/src/pages/tags/a.ts', '../history/b.ts', 'pages/tags imports pages/history/b.ts: what two pages share'],
    ['web/src/parts/a.ts', '../pages/tags/b.ts', 'parts imports pages/tags/b.ts; it may import theme data app/keys'],
    ['web/src/parts/a.ts', '../app/router.tsx', 'parts imports app/router.tsx'],
    ['web/src/parts/a.ts', '@tanstack/react-query', 'parts show what they are given'],
    ['web/src/data/a.ts', '../parts/toasts.ts', 'data imports parts/toasts.ts; it may import nothing'],
    ['web/src/theme/a.ts', '../data/b.ts', 'theme imports data/b.ts'],
  ])('%s cannot import %s', (path, specifier, message) => {
    expect(check({ [path]: `import { b } from '${specifier}';` })).toEqual([
      expect.stringContaining(`${path}:1 ${message}`),
    ]);
  });
});

describe('files', () => {
  it.each([
    [{ 'src/base/a.ts': lines(301) }, 'src/base/a.ts:1 301 lines; at most 300'],
    [{ 'src/main.ts': lines(16) }, 'src/main.ts:1 16 lines; at most 15'],
    [{ 'src/index.ts': lines(41) }, 'src/index.ts:1 41 lines; at most 40'],
    [{ 'src/base/a.ts': 'export default 1;' }, 'src/base/a.ts:1 a default export'],
    [{ 'src/base/a.ts': 'const a = 1;\nexport { a as default };' }, 'src/base/a.ts:2 a default export'],
    [{ 'src/base/a.ts': "const b = 1;\nexport * from './c.ts';" }, 'src/base/a.ts:2 a barrel'],
    [{ 'src/base/a.ts': "export * as c from './c.ts';" }, 'src/base/a.ts:1 a barrel'],
    [{ 'src/base/a.ts': "export { c } from './c.ts';\nexport type { D } from './d.ts';" }, 'src/base/a.ts:1 a barrel'],
    [
      { 'src/base/text.ts': '', 'src/base/text/trim.ts': '' },
      'src/base/text.ts:1 is next to the folder src/base/text/',
    ],
    [{ 'src/base/utils.ts': '' }, 'src/base/utils.ts:1 "utils.ts" says nothing'],
    [{ 'src/base/helpers/a.ts': '' }, 'src/base/helpers/a.ts:1 "helpers" says nothing'],
    [{ 'src/extra/a.ts': '' }, 'src/extra/a.ts:1 src/extra is not in the table'],
    [{ 'src/extra.ts': '' }, 'src/extra.ts:1 src/extra.ts is not in the table'],
  ])('%j is refused', (tree, message) => {
    expect(check(tree)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    [{ 'src/base/a.ts': lines(300) }],
    [{ 'src/base/a.test.ts': lines(400) }],
    [{ 'src/base/a.ts': `// @generated by tools/x.ts\n${lines(400)}` }],
    [{ 'web/src/routes.gen.ts': lines(400) }],
    [{ 'src/base/common-words.ts': 'export interface A {}' }],
    [{ 'src/base/a.ts': "import { c } from './c.ts';\nexport type A = typeof c;" }],
  ])('%o is accepted', (tree) => {
    expect(check(tree)).toEqual([]);
  });
});

describe('folders', () => {
  const tree = (count: number, name: (index: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), '']));

  it.each(['src/curate', 'web/src/parts', 'tools'])('%s has at most 25 files on one level', (folder) => {
    const files = tree(26, (index) => `${folder}/file-${index}.ts`);
    expect(check(files)).toEqual([
      `${folder}/ has 26 files on one level, and 25 is the limit. Fold small ones into their neighbors, or group them in folders`,
    ]);
  });

  it.each([
    ['tests', tree(26, (index) => `src/curate/file-${index}.test.ts`)],
    ['generated files', tree(26, (index) => `web/src/file-${index}.gen.ts`)],
    ['files of inner folders', tree(26, (index) => `src/curate/folder-${index}/file.ts`)],
    ['files in test/', tree(26, (index) => `test/support/file-${index}.ts`)],
  ])('do not count %s', (_, more) => {
    expect(check({ ...more, ...tree(25, (index) => `src/curate/other-${index}.ts`) })).toEqual([]);
  });
});

describe('rings', () => {
  it('are found through types and dynamic imports, once for each ring', () => {
    const tree = {
      'src/base/a.ts': "import type { B } from './b.ts';",
      'src/base/b.ts': "const c = import('./c.ts');",
      'src/base/c.ts': "import { a } from './a.ts';",
      'src/base/d.ts': "import { a } from './a.ts';",
    };
    const ring = 'src/base/a.ts → src/base/b.ts → src/base/c.ts → src/base/a.ts';
    expect(check(tree)).toEqual([`src/base/a.ts:1 imports in a ring: ${ring}`]);
  });

  it('are not two files that import a third', () => {
    const text = "import { c } from './c.ts';";
    expect(check({ 'src/base/a.ts': text, 'src/base/b.ts': text, 'src/base/c.ts': '' })).toEqual([]);
  });
});

describe('readSourceFiles', () => {
  const root = mkdtempSync(join(tmpdir(), 'turnwise-layers-'));
  afterEach(() => rmSync(root, { recursive: true }));

  it('reads sources in order and leaves fixtures and declarations out', () => {
    for (const path of ['web/src/App.tsx', 'src/base/b.ts', 'src/base/a.ts', 'test/fixtures/x.ts', 'tools/a.d.mts']) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), '');
    }
    expect(readSourceFiles(root).map(({ path }) => path)).toEqual([
      'src/base/a.ts',
      'src/base/b.ts',
      'web/src/App.tsx',
    ]);
  });
});
