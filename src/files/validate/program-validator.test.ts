import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { validateFile } from './validate-files.ts';

async function validate(command: unknown, files: Readonly<Record<string, string>> = {}) {
  const graders = JSON.stringify([{ command, id: 'mine' }]);
  const text = `graders: ${graders}\ncases: [{ id: a, input_messages: [{ role: user, content: hi }] }]\n`;
  const root = makeProject({ 'bin/run-it': '', 'evals/x.eval.yaml': text, ...files });
  chmodSync(join(root, 'bin/run-it'), 0o755);
  const { problems } = await validateFile(join(root, 'evals/x.eval.yaml'), {
    cwd: root,
    env: { PATH: join(root, 'bin') },
  });
  return problems.filter(({ code }) => code === 'EVAL_PROGRAM_MISSING');
}

describe('the program of a command grader', () => {
  it.each([
    ['on the PATH', ['run-it'], {}],
    ['at its path', ['../bin/run-it', '--fast'], {}],
    ['with its script', ['run-it', '-u', 'check.py'], { 'evals/check.py': '' }],
    ['with its script in cwd', { run: ['run-it', 'check.py'], cwd: '../tools' }, { 'tools/check.py': '' }],
    ['with a file that it writes', ['run-it', 'check.py', 'out.js'], { 'evals/check.py': '' }],
    ['with a file that is no script', ['run-it', 'notes.txt', '--mode=a.py'], {}],
  ] as const)('exists: %s', async (_where, command, files) => {
    expect(await validate(command, files)).toEqual([]);
  });

  it.each([
    [['uv', 'run'], '"uv", which does not exist here.'],
    [['./check'], '"./check", which does not exist here.'],
    [['../bin'], '"../bin", which does not exist here.'],
    [['run-it', 'check.py'], '"check.py", which does not exist.'],
    [['bun', 'run', '../judges/check.ts'], '"../judges/check.ts" with "bun". Neither of them exists here.'],
    [{ run: ['run-it'], cwd: 'nowhere' }, '"run-it" in the folder "nowhere", which does not exist.'],
  ])('is missing: %j', async (command, message) => {
    const problems = await validate(command);
    expect(problems).toMatchObject([
      { severity: 'warning', line: 1, message: `The grader "mine" runs ${message}`, file: 'evals/x.eval.yaml' },
    ]);
  });
});
