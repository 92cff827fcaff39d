import { chmodSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import { explainUntracked, hashTargetFiles, listTargetFiles } from './target-files.ts';

const files = { 'bots/judge.py': 'print(1)\n', 'bots/rules.json': '{}', 'bots/tape.jsonl': '', 'targets.yaml': '' };

function list(spec: TargetSpec, folder: string) {
  const root = makeProject(files);
  return listTargetFiles(spec, join(root, folder)).map((path) => relative(root, path));
}

function program(command: string[], more: Partial<Extract<TargetSpec, { provider: 'command' }>> = {}): TargetSpec {
  return { id: 'mem', provider: 'command', command, ...more };
}

describe('listTargetFiles', () => {
  it.each<[TargetSpec, string, readonly string[]]>([
    [program(['python3', 'judge.py']), 'bots', ['bots/judge.py']],
    [program(['./judge.py', '--rules=rules.json', '{PROMPT}']), 'bots', ['bots/judge.py', 'bots/rules.json']],
    [program(['python3', 'judge.py'], { cwd: 'bots' }), '.', ['bots/judge.py']],
    [program(['python3 "judge.py" < rules.json | tee'], { shell: true }), 'bots', ['bots/judge.py', 'bots/rules.json']],
    // No folder, no missing file, and no file outside the project.
    [program([process.execPath, '.', 'gone.py', '../../..']), 'bots', []],
    [{ id: 'tape', provider: 'replay', cassette: 'tape.jsonl' }, 'bots', ['bots/tape.jsonl']],
    [{ id: 'far', provider: 'http', url: 'http://127.0.0.1:1/judge.py' }, 'bots', []],
    [{ id: 'echo', provider: 'builtin', model: 'echo' }, 'bots', []],
  ])('of %j in %s are the project files that it names', (spec, folder, expected) => {
    expect(list(spec, folder)).toEqual(expected);
  });
});

describe('the files of a program', () => {
  it.skipIf(process.getuid?.() === 0)('do not include a folder without read permission', () => {
    const root = makeProject({ ...files, 'bots/data/secret.py': '' });
    chmodSync(join(root, 'bots/data'), 0);
    onTestFinished(() => chmodSync(join(root, 'bots/data'), 0o700));
    const found = listTargetFiles(program(['python3', 'judge.py']), join(root, 'bots'));
    expect(found.map((path) => relative(root, path))).toEqual(['bots/judge.py']);
  });

  const sources = {
    'targets.yaml': '',
    'bots/judge.mjs': "import { score } from './lib/score.mjs';\nimport '../shared/rules.mjs';\n",
    'bots/lib/score.mjs': 'export { limit } from "../../shared/limit";\nconst far = require("../../../outside.mjs");\n',
    'bots/lib/notes.md': 'No code.',
    'bots/node_modules/x/index.js': '',
    'bots/.hidden.mjs': '',
    'shared/rules.mjs': 'await import("./limit.js"); // and round again: from "./rules.mjs"\n',
    'shared/limit.ts': '',
    'shared/unused.mjs': '',
    'prompts/a.md': '',
    'prompts/deep/b.txt': '',
  };
  const listAll = (spec: TargetSpec) => {
    const root = makeProject(sources);
    return listTargetFiles(spec, root).map((path) => relative(root, path));
  };

  it('are the sources next to it and in subfolders, and what they import', () => {
    expect(listAll(program(['node', 'bots/judge.mjs']))).toEqual([
      ...['bots/judge.mjs', 'bots/lib/score.mjs', 'shared/rules.mjs', 'shared/limit.ts'],
    ]);
  });

  it('are the declared files, with every file of a folder', () => {
    const declared = program(['node', 'bots/judge.mjs'], { files: ['prompts', 'shared/limit.ts'] });
    expect(listAll(declared)).toEqual(['bots/judge.mjs', 'prompts/a.md', 'prompts/deep/b.txt', 'shared/limit.ts']);
  });

  it.each(['gone.mjs', '../elsewhere.mjs'])('must exist: %s', (file) => {
    expect(() => listAll(program(['node'], { files: [file] }))).toThrow(
      expect.objectContaining({ code: 'FILE_MISSING' }),
    );
  });
});

describe('hashTargetFiles', () => {
  it('changes with a byte', () => {
    const root = makeProject(files);
    const folder = join(root, 'bots');
    const before = hashTargetFiles(program(['python3', 'judge.py']), folder);
    expect(hashTargetFiles(program(['python3', 'judge.py']), folder)).toEqual(before);
    writeFileSync(join(root, 'bots/judge.py'), 'print(2)\n');
    expect(hashTargetFiles(program(['python3', 'judge.py']), folder)).not.toEqual(before);
  });
});

describe('explainUntracked', () => {
  const makeFolder = () => join(makeProject(files), 'bots');

  it('reports programs and services whose changes Turnwise cannot see', () => {
    expect(explainUntracked(program(['judge']), { NAME: 'judge' }, makeFolder())).toBe(
      'mem is a program. Turnwise cannot tell whether it has changed since it was measured. Give the target a version.',
    );
    expect(
      explainUntracked({ id: 'far', provider: 'http', url: 'http://127.0.0.1:1' }, { NAME: 'judge' }, makeFolder()),
    ).toMatch(/^far is a service\. .* Give the target a version\.$/);
  });

  it.each<TargetSpec>([
    program(['judge'], { version: '2' }),
    program(['python3', 'judge.py']),
    program(['python3', '${NAME}.py']),
    { id: 'far', provider: 'http', url: 'http://127.0.0.1:1', version: '2' },
    { id: 'm', provider: 'openai', model: 'm' },
    { id: 'tape', provider: 'replay', cassette: 'tape.jsonl' },
  ])('reports nothing about %j', (spec) => {
    expect(explainUntracked(spec, { NAME: 'judge' }, makeFolder())).toBeUndefined();
  });
});
