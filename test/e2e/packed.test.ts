import { spawnSync } from 'node:child_process';
import {
  closeSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runNpm } from '../../tools/install/npm.mjs';
import { makeSignInLink } from '../support/api-client.ts';
import { listDocBlocks } from '../support/doc-blocks.ts';
import { type DocProject, isRun, listDocProjects } from '../support/doc-projects.ts';
import { checkRuns, type DocWorld, followWalk, toContents } from '../support/doc-walk.ts';
import { copyExamples, plainEnvironment } from '../support/examples.ts';
import { repository } from '../support/run-bin.ts';
import { serveInProcess } from '../support/served-store-process.ts';
import { writeFiles } from '../support/temp-project.ts';

/*
 * What a newcomer does: install the package in an empty folder, and follow the README and the tutorials with the installed
 * command. `npm run build` comes first, as for all end-to-end tests.
 */

const root = mkdtempSync(join(tmpdir(), 'turnwise-packed-'));
const folder = join(root, 'empty');
const installed = join(folder, 'node_modules', 'turnwise');
const bin = join(folder, 'node_modules', '.bin', 'turnwise');

beforeAll(() => {
  mkdirSync(folder);
  runNpm(repository, ['pack', '--ignore-scripts', '--pack-destination', root]);
  const tarball = readdirSync(root).find((name) => name.endsWith('.tgz')) ?? '';
  writeFiles(folder, toPinnedManifest(`file:../${tarball}`));
  // No package that Turnwise depends on needs its install script.
  const install = ['install', '--prefix', folder, '--ignore-scripts'];
  try {
    runNpm(folder, [...install, '--offline']);
  } catch {
    // The checkout was installed with another cache. A registry that does not answer must not delay the tests.
    runNpm(folder, [...install, '--prefer-offline'], { timeout: 180_000 });
  }
});

/** Pins what Turnwise depends on to the versions of the checkout. npm has them in its cache, so no network is needed. */
function toPinnedManifest(turnwise: string): Readonly<Record<string, string>> {
  const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
  const { '': own, ...others } = packages;
  const pinned = Object.entries<{ dev?: boolean }>(others).filter(([, { dev }]) => dev !== true);
  const manifest = { dependencies: { turnwise } };
  const entries = { '': manifest, 'node_modules/turnwise': { ...own, devDependencies: {}, resolved: turnwise } };
  const lock = { lockfileVersion: 3, requires: true, packages: { ...entries, ...Object.fromEntries(pinned) } };
  return { 'package.json': JSON.stringify(manifest), 'package-lock.json': JSON.stringify(lock) };
}

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** An empty folder next to the installed package, where `import 'turnwise'` finds it. */
function makeFolder(files: Readonly<Record<string, string>> = {}): string {
  const place = mkdtempSync(join(folder, 'newcomer-'));
  writeFiles(place, files);
  return place;
}

const environment = { ...plainEnvironment, USER: 'ann' };

/** Runs the installed command. It writes both streams into one file, as on a terminal, so that their order is kept. */
async function runInstalled(args: readonly string[], cwd: string) {
  const path = join(root, 'printed.txt');
  const output = openSync(path, 'w');
  const { status, error } = spawnSync(bin, args, { cwd, env: environment, stdio: ['ignore', output, output] });
  closeSync(output);
  if (error !== undefined) throw error;
  return { text: readFileSync(path, 'utf8'), code: status ?? -1 };
}

const world: DocWorld = {
  run: runInstalled,
  copyExamples: () => copyExamples(join(installed, 'examples'), makeFolder()),
  toProgram: (text) => text,
};

/** The pages that a newcomer reads first. The review has no commands: it takes place in a browser. */
const pages = ['README.md', ...globSync('docs/tutorials/*.md', { cwd: repository })];

function listProjects(page: string): readonly DocProject[] {
  return listDocProjects(listDocBlocks(page, readFileSync(join(repository, page), 'utf8')));
}

const runs = pages.flatMap(listProjects).filter(({ blocks }) => blocks.some(isRun));

describe('the package, installed in an empty folder', () => {
  it.each(runs.map((project) => [project.title, project] as const))(
    'does what the page shows: %s',
    async (_, project) => {
      const [first] = project.blocks;
      if (first?.isWalk !== true) await checkRuns(project, makeFolder(toContents(project)), world);
      else await followWalk(project, first.hasExamples ? world.copyExamples() : makeFolder(), world);
    },
  );

  it('accepts every file of the README', async () => {
    const files = listProjects('README.md').flatMap((project) => project.files);
    expect(files.length).toBeGreaterThan(0);
    for (const { name, block } of files) {
      const printed = await runInstalled(['validate', name], makeFolder({ [name]: block.text }));
      expect(printed, `README.md:${block.line}`).toMatchObject({ code: 0 });
    }
  });

  it('plays the demo, and writes nothing into the package', async () => {
    const before = listFiles(installed);
    const { text, code } = await runInstalled(['demo', '--once'], makeFolder());
    expect({ code, last: text.trimEnd().split('\n').at(-1) }).toEqual({
      code: 0,
      last: 'Start your own project: npx turnwise init my-evals',
    });
    expect(listFiles(installed)).toEqual(before);
    // Its database is removed, so no command may name it.
    expect(text).not.toContain('--db');
  });

  it('introduces itself with the first sentence of the README', () => {
    const { description } = readManifest();
    expect(readFileSync(join(installed, 'README.md'), 'utf8')).toMatch(`# Turnwise\n\n**${description}**\n`);
    for (const word of ['multi-turn', 'LLM', 'judge']) expect(description).toContain(word);
  });

  it('says its version', async () => {
    const { version } = readManifest();
    expect(await runInstalled(['--version'], folder)).toEqual({ text: `${version}\n`, code: 0 });
  });

  it('is a library, with numbers and schemas of their own', () => {
    const script = `
      import { runEval } from 'turnwise';
      import { wilsonInterval } from 'turnwise/numbers';
      import { readFileSync } from 'node:fs';
      const names = ['eval', 'item', 'samples', 'targets'];
      const urls = names.map((name) => import.meta.resolve(\`turnwise/schemas/\${name}.schema.json\`));
      const drafts = urls.map((url) => JSON.parse(readFileSync(new URL(url), 'utf8')).$schema);
      console.log(typeof runEval, wilsonInterval(1, 2).value, drafts.every((draft) => draft.includes('json-schema')));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: makeFolder(),
      encoding: 'utf8',
    });
    expect([stderr, stdout]).toEqual(['', 'function 0.5 true\n']);
  });

  it('has types that TypeScript finds', () => {
    const place = makeFolder({
      'example.mts': `
        import { type Fault, runEval } from 'turnwise';
        import { wilsonInterval } from 'turnwise/numbers';
        export const value: number | null = wilsonInterval(1, 2).value;
        export const fault: Fault | undefined = undefined;
        // @ts-expect-error it needs options
        runEval();`,
    });
    const tsc = join(repository, 'node_modules/typescript/bin/tsc');
    const args = [
      tsc,
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--types',
      '',
      'example.mts',
    ];
    expect(spawnSync(process.execPath, args, { cwd: place, encoding: 'utf8' }).stdout).toBe('');
  });

  it('serves the Studio and answers health checks', async () => {
    const { url, client } = await serveInProcess(join(makeFolder(), 'turnwise.db'), { bin });
    const health = await fetch(`${url}/healthz`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
    const link = await makeSignInLink(client);
    const page = await (await fetch(link, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('<div id="studio">');
    const assets = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    expect(assets.length).toBeGreaterThan(2);
    const answers = await Promise.all(assets.map(async (path) => (await fetch(new URL(path, url))).status));
    expect(answers).toEqual(assets.map(() => 200));
  });
});

describe('the contents of the package', () => {
  it('are the command, the library, the Studio and the examples', () => {
    const top = ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'dist', 'examples', 'package.json'];
    expect(readdirSync(installed).sort()).toEqual(top);
    const strange = listFiles(installed).filter((path) => /\.(test|spec)\.|\.(map|png|webp|db|log)$|\.env$/.test(path));
    expect(strange).toEqual([]);
  });

  it('are small', () => {
    expect(toMegabytes(installed)).toBeLessThan(16);
    expect(toMegabytes(join(folder, 'node_modules'))).toBeLessThan(60);
  });
});

interface Manifest {
  readonly version: string;
  readonly description: string;
}

function readManifest(): Manifest {
  // A missing field fails the test that reads it.
  return JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest;
}

function listFiles(place: string): readonly string[] {
  const entries = readdirSync(place, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => [parentPath, name].join(sep));
}

function toMegabytes(place: string): number {
  return listFiles(place).reduce((sum, path) => sum + statSync(path).size, 0) / 1e6;
}
