import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDesk } from '../support/desk-project.ts';
import { runInProcess } from '../support/run-in-process.ts';

const file = 'a.eval.yaml';
const evals = `
targets: [desk]
judge: echo
graders: [{contains: refund}, {judge: tone.deck.md}]
cases:
  - id: good
    input_messages: [{role: user, content: [{type: text, value: "Order 4711"}, {type: file, value: policy.md}]}]
`;
const deck = 'How much does the last reply help, from -3 to 3?\n\n![contexts](tone.toml)\n';
const contexts = '[contexts.fullConversation]\nassistantQuestion = "What was said?"\n';
const read = [file, 'targets.yaml', 'tone.deck.md', 'tone.toml', 'policy.md'];
const database = '.turnwise/turnwise.db';

function makeFiles(): string {
  const cwd = makeDesk({ [file]: evals, 'tone.deck.md': deck, 'tone.toml': contexts, 'policy.md': 'Be kind.' });
  symlinkSync('.', join(cwd, 'here'));
  symlinkSync(file, join(cwd, 'link.html'));
  linkSync(join(cwd, 'policy.md'), join(cwd, 'second.md'));
  return cwd;
}

function readAll(cwd: string): readonly string[] {
  return read.map((path) => readFileSync(join(cwd, path), 'utf8'));
}

async function expectRefused(args: readonly string[], cwd: string, message: string): Promise<void> {
  const before = readAll(cwd);
  const { code, out, err } = await runInProcess(args, cwd);
  expect([code, out]).toEqual([2, '']);
  expect(err.replaceAll(/\s+/g, ' ')).toContain(message);
  expect(readAll(cwd)).toEqual(before);
}

async function countRuns(cwd: string): Promise<number> {
  const { out } = await runInProcess(['runs', 'list', '--json'], cwd);
  return JSON.parse(out).length;
}

describe('files that a command writes', () => {
  it.each([
    ['--junit', database],
    ['--out', database],
    ['--record', `./${database}`],
    ['--html', `here/${database}-wal`],
    ['--markdown', `${database}-shm`],
  ])('are not the database, whether or not it exists: %s %s', async (option, path) => {
    const cwd = makeFiles();
    const message = `"${path}" cannot be written: it is the database.`;
    await expectRefused(['run', file, option, path], cwd, message);
    expect(existsSync(join(cwd, database))).toBe(false);
    await runInProcess(['run', file, '--quiet'], cwd);
    await expectRefused(['run', file, option, path], cwd, message);
    await expectRefused(['grade', 'last', option, path], cwd, message);
    expect(await countRuns(cwd)).toBe(1);
  });

  it.each([
    ['--html', file],
    ['--html', 'link.html'],
    ['--out', `here/${file}`],
    ['--record', file],
    ['--record', 'policy.md'],
    ['--junit', 'targets.yaml'],
    ['--markdown', 'tone.deck.md'],
    ['--markdown', 'tone.toml'],
    ['--markdown', 'second.md'],
  ])('are none that are read, by whatever name: %s %s', async (option, path) => {
    const cwd = makeFiles();
    const message = `"${path}" cannot be written: it is an input of this command.`;
    await expectRefused(['run', file, option, path], cwd, message);
    expect(await countRuns(cwd)).toBe(0);
    await runInProcess(['run', file, '--quiet'], cwd);
    await expectRefused(['grade', 'last', option, path], cwd, message);
  });

  it('are none that are read by runs that are shown, compared or graded by another deck', async () => {
    const cwd = makeFiles();
    await runInProcess(['run', file, '--quiet'], cwd);
    await runInProcess(['run', file, '--quiet'], cwd);
    const message = `"${file}" cannot be written: it is an input of this command.`;
    await expectRefused(['show', 'run:last', '--html', file], cwd, message);
    await expectRefused(['compare', 'last~1', 'last', '--markdown', file], cwd, message);
    await expectRefused(['compare', 'last~1', 'last', '--markdown', database], cwd, 'it is the database.');
    writeFileSync(join(cwd, 'other.deck.md'), deck);
    await expectRefused(
      ['grade', 'last', '-g', 'other.deck.md', '--out', 'other.deck.md'],
      cwd,
      'it is an input of this command.',
    );
    expect(readFileSync(join(cwd, 'other.deck.md'), 'utf8')).toBe(deck);
  });

  it.each([
    [['--out', 'o', '--html', './o'], './o'],
    [['--out', 'o', '--record', 'here/o'], 'here/o'],
    [['--html', 'o', '--junit', 'here/o'], 'here/o'],
  ])('are each another one: %j', async (args, named) => {
    const cwd = makeFiles();
    await expectRefused(['run', file, ...args], cwd, `Two outputs write the same file "${named}".`);
    expect(existsSync(join(cwd, 'o'))).toBe(false);
  });

  const hasPipes = spawnSync('mkfifo', ['--version']).error === undefined;

  it.runIf(hasPipes).each(['--html', '--out', '--record', '--markdown'])(
    'are not pipes, on which a writer waits for a reader: %s',
    async (option) => {
      const cwd = makeFiles();
      spawnSync('mkfifo', [join(cwd, 'pipe')]);
      await expectRefused(['run', file, option, 'pipe'], cwd, '"pipe" cannot be written: it is not a file.');
    },
  );

  it('can be a device, or an existing cassette', async () => {
    const cwd = makeFiles();
    mkdirSync(join(cwd, 'tapes'));
    const args = ['run', file, '--quiet', '--html', '/dev/null', '--record', 'tapes/a.jsonl'];
    for (let time = 0; time < 2; time += 1) {
      const { err } = await runInProcess(args, cwd);
      expect(err).toContain('Wrote /dev/null\n');
    }
  });
});
