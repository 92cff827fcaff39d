import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../../bin', import.meta.url));
const sayWhere = 'console.log(import.meta.url, process.argv.slice(2).join());';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'turnwise-bin-')));
  cpSync(bin, join(root, 'bin'), { recursive: true });
  write('package.json', '{"type":"module"}');
  write('old.mjs', "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } });");
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function writeNode(script: string): void {
  chmodSync(write('node_modules/node/bin/node', `#!/bin/sh\n${script}\n`), 0o755);
}

const asOldNode = () => ['--import', pathToFileURL(join(root, 'old.mjs')).href];

function run(args: readonly string[], cwd = tmpdir()) {
  return spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
}

describe('bin/turnwise.mjs', () => {
  it('runs the built package, from any folder and through a link', () => {
    write('dist/command/main.js', sayWhere);
    write('src/main.ts', 'console.log("source")');
    symlinkSync(join(root, 'bin/turnwise.mjs'), join(root, 'turnwise'));
    const { stdout } = run([join(root, 'turnwise'), 'show', '--json']);
    expect(stdout).toBe(`${pathToFileURL(join(root, 'dist/command/main.js')).href} show,--json\n`);
  });

  it('runs the source of a checkout that was not built', () => {
    write('src/main.ts', `const text: string = "source"; console.log(text);`);
    expect(run([join(root, 'bin/turnwise.mjs')]).stdout).toBe('source\n');
  });

  it('says which Node it needs when this one is too old and no other is installed', () => {
    const { status, stdout, stderr } = run([...asOldNode(), join(root, 'bin/turnwise.mjs')]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^Turnwise needs Node 22\.18 or newer\. This is Node 20\.1\.0\.\n/);
    expect(stderr).not.toContain('    at ');
  });

  it('hands arguments and exit code over to the installed Node', () => {
    writeNode('shift 2; echo "$@"; exit 7');
    const { status, stdout } = run([...asOldNode(), join(root, 'bin/turnwise.mjs'), 'run', 'a b']);
    expect({ status, stdout }).toEqual({ status: 7, stdout: `${join(root, 'bin/turnwise.mjs')} run a b\n` });
  });

  it('ends with 128 + n when a signal ended the installed Node', () => {
    writeNode('kill -KILL $$');
    expect(run([...asOldNode(), join(root, 'bin/turnwise.mjs')]).status).toBe(137);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('passes %s on and waits for the end', async (signal) => {
    writeNode(`trap 'echo stopped; exit 5' ${signal.slice(3)}; echo ready; for i in $(seq 200); do sleep 0.05; done`);
    const child = spawn(process.execPath, [...asOldNode(), join(root, 'bin/turnwise.mjs')], { stdio: 'pipe' });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output === 'ready\n') child.kill(signal);
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, output }).toEqual({ code: 5, output: 'ready\nstopped\n' });
  });

  it('lets the library fail with the same sentence, and load on a newer Node', () => {
    write('dist/index.js', "import 'node:a-module-of-newer-nodes'; export const runEval = 1;");
    const library = pathToFileURL(join(root, 'bin/library.mjs')).href;
    const load = write('load.mjs', `import * as all from '${library}'; console.log(all.runEval);`);
    const old = run([...asOldNode(), load]);
    expect(old).toMatchObject({ status: 1, stdout: '' });
    expect(old.stderr).toContain(
      'Error: Turnwise needs Node 22.18 or newer. This is Node 20.1.0.\nInstall a newer Node',
    );
    expect(old.stderr).not.toContain('node:a-module-of-newer-nodes');
    write('dist/index.js', 'export const runEval = 2;');
    expect(run([load])).toMatchObject({ status: 0, stdout: '2\n', stderr: '' });
    // From CommonJS, too.
    expect(run([write('load.cjs', 'console.log(require("./bin/library.mjs").runEval);')]).stdout).toBe('2\n');
  });

  it('names everything of the library', async () => {
    const text = readFileSync(join(bin, 'library.mjs'), 'utf8');
    const [, names = ''] = /export const \{([^}]*)\}/.exec(text) ?? [];
    const listed = names.split(',').map((name) => name.trim());
    expect(listed.filter((name) => name !== '').sort()).toEqual(Object.keys(await import('../../src/index.ts')).sort());
  });

  it('does not start itself for ever when the installed Node is too old as well', () => {
    mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true });
    symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'));
    expect(run([...asOldNode(), join(root, 'bin/turnwise.mjs')]).status).toBe(2);
  });
});
