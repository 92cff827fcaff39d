import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

/** Two questions in the form of MT-Bench. The first has a reference for each line, as in math. */
const lines = [
  {
    question_id: 101,
    category: 'math',
    turns: ['What is 12 × 12?\n\n"Show" the: steps', 'Add 6 to it.'],
    reference: ['144', '150'],
  },
  { question_id: 102, category: 'writing', turns: ['Write a haiku about rain.', 'Now without the word rain.'] },
];
const questions = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
const targets = 'targets:\n  - {id: echo, provider: builtin, model: echo}\n';

function makeDesk(more: Readonly<Record<string, string>> = {}): string {
  return makeProject({ 'question.jsonl': questions, 'targets.yaml': targets, ...more });
}

describe('turnwise import of questions without replies', () => {
  it('writes an eval file with scripted turns, and prints the next command', async () => {
    const cwd = makeDesk();
    const { code, out, err } = await runInProcess(['import', 'question.jsonl'], cwd);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(
      'Wrote mt-bench.eval.yaml: 2 cases with 4 scripted turns.\nNext: turnwise run mt-bench.eval.yaml --target <target>\n',
    );
    expect(existsSync(join(cwd, '.turnwise/turnwise.db'))).toBe(false);
    expect(parse(readFileSync(join(cwd, 'mt-bench.eval.yaml'), 'utf8'))).toEqual({
      name: 'mt-bench',
      description: '2 questions imported from question.jsonl',
      cases: [
        {
          id: '101',
          tags: ['math'],
          turns: [
            { user: 'What is 12 × 12?\n\n"Show" the: steps', expect: '144' },
            { user: 'Add 6 to it.', expect: '150' },
          ],
        },
        {
          id: '102',
          tags: ['writing'],
          turns: [{ user: 'Write a haiku about rain.' }, { user: 'Now without the word rain.' }],
        },
      ],
    });
  });

  it('writes a file that validates without a warning and plays every line', async () => {
    const cwd = makeDesk();
    await runInProcess(['import', 'question.jsonl'], cwd);
    expect(await runInProcess(['validate', 'mt-bench.eval.yaml'], cwd)).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 eval (2 cases)'),
      err: '',
    });
    const run = await runInProcess(['run', 'mt-bench.eval.yaml', '--target', 'echo', '--allow-ungraded', '2'], cwd);
    expect(run).toMatchObject({ code: 0, err: expect.stringContaining('2 conversations with echo · 4 calls') });
  });

  it('never overwrites a changed file without --force, and leaves an equal one alone', async () => {
    const cwd = makeDesk();
    const path = join(cwd, 'mine.eval.yaml');
    const command = ['import', 'question.jsonl', '--out', 'mine.eval.yaml'];
    await runInProcess(command, cwd);
    expect((await runInProcess(command, cwd)).out).toContain('mine.eval.yaml is up to date: 2 cases');
    const edited = `${readFileSync(path, 'utf8')}# my note\n`;
    writeFileSync(path, edited);
    const refused = await runInProcess(command, cwd);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('FILE_NOT_WRITTEN') });
    expect(readFileSync(path, 'utf8')).toBe(edited);
    expect((await runInProcess([...command, '--force'], cwd)).out).toContain('Wrote mine.eval.yaml');
    expect(readFileSync(path, 'utf8')).not.toContain('my note');
  });

  it('prints the file with --dry-run and writes none', async () => {
    const cwd = makeDesk();
    const { code, out, err } = await runInProcess(['import', 'question.jsonl', '--dry-run'], cwd);
    expect(code).toBe(0);
    expect(parse(out)).toMatchObject({ cases: [{ id: '101' }, { id: '102' }] });
    expect(err).toContain('nothing was written');
    expect(existsSync(join(cwd, 'mt-bench.eval.yaml'))).toBe(false);
  });

  it('prints the counts as JSON, and names the eval after --dataset', async () => {
    const { out } = await runInProcess(['import', 'question.jsonl', '--dataset', 'team a/b', '--json'], makeDesk());
    expect(JSON.parse(out)).toEqual({ file: 'team-a-b.eval.yaml', cases: 2, turns: 4, written: true, losses: [] });
  });

  it.each([
    [['question.jsonl', 'chats.jsonl'], 'Import it alone'],
    [['question.jsonl', '--approve'], '--approve only works with conversations'],
    [['question.jsonl', '--out', 'x.txt'], '--out "x.txt" is not an eval file.'],
    [['chats.jsonl', '--out', 'x.eval.yaml'], '--out only works with questions without replies'],
  ])('refuses %j as a usage error', async (args, message) => {
    const cwd = makeDesk({ 'chats.jsonl': '{"messages":[{"role":"user","content":"hi"}]}\n' });
    const { code, err } = await runInProcess(['import', ...args], cwd);
    expect(code).toBe(2);
    expect(err.replaceAll(/\s+/g, ' ')).toContain(message);
    expect(err).toContain('CLI_USAGE');
    expect(existsSync(join(cwd, '.turnwise/turnwise.db'))).toBe(false);
  });
});
