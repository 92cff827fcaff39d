import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository, runBin } from '../support/run-bin.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

describe('turnwise validate', () => {
  it('says what to type to a newcomer who mistypes a key', async () => {
    const text =
      'cases:\n  - id: late-refund\n    input_messages:\n      - role: user\n        content: Hi\n    expcted_messages: []\n';
    const { code, out } = await runInProcess(['validate', 'x.eval.yaml'], makeProject({ 'x.eval.yaml': text }));
    expect(code).toBe(2);
    expect(out).toBe(
      [
        'error  eval YAML  x.eval.yaml:6:5',
        '  Unknown key "expcted_messages" in case "late-refund".',
        `  Did you mean "expected_messages"?${' '.repeat(45)}(EVAL_UNKNOWN_KEY)`,
        '',
        '✗ 1 file · 1 eval: 1 error',
        '',
      ].join('\n'),
    );
  });

  it('gives its report as JSON', () => {
    const root = makeProject({
      'a.eval.yaml': 'cases:\n  - input_messages: [{rol: user, content: x}]\n',
      'b.eval.yaml': 'cases: []\n',
    });
    const { code, out } = runBin(['validate', '.', '--json'], root);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toEqual({
      ok: false,
      files: [
        { file: 'a.eval.yaml', kind: 'eval', count: 0 },
        { file: 'b.eval.yaml', kind: 'eval', count: 0 },
      ],
      problems: [
        {
          severity: 'error',
          code: 'EVAL_UNKNOWN_KEY',
          message: 'Unknown key "rol" in case "case-1".',
          file: 'a.eval.yaml',
          line: 2,
          column: 23,
          hint: 'Did you mean "role"?',
        },
        expect.objectContaining({ code: 'EVAL_NO_CASES', file: 'b.eval.yaml' }),
      ],
    });
  });

  it('reports a folder without known files in JSON, together with the others', async () => {
    const root = makeProject({ 'bad.eval.yaml': 'cases: []\n', 'empty/x.txt': '' });
    const { code, out, err } = await runInProcess(['validate', 'empty', 'bad.eval.yaml', '--json'], root);
    expect([code, err]).toEqual([2, '']);
    const codes = JSON.parse(out).problems.map((problem: { code: string }) => problem.code);
    expect(codes).toEqual(['FILE_NONE_FOUND', 'EVAL_NO_CASES']);
  });

  it('lists problems from top to bottom', async () => {
    const text = 'cases:\n  - id: b\n    foo: 1\n  - id: a\n    bar: 1\n    baz: 1\nqux: 1\n';
    const { out } = await runInProcess(['validate', 'x.eval.yaml', '--json'], makeProject({ 'x.eval.yaml': text }));
    const lines: number[] = JSON.parse(out).problems.map((problem: { line: number }) => problem.line);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });

  it('passes with warnings alone', async () => {
    const root = makeProject({ 'a.eval.yaml': 'cases:\n  - input_messages: [{role: assistant, content: x}]\n' });
    const { code, out } = await runInProcess(['validate', '--json', 'a.eval.yaml'], root);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ ok: true, problems: [{ severity: 'warning' }] });
  });

  it('finds nothing wrong with the examples', async () => {
    const { code, out } = await runInProcess(['validate', 'examples', '--json'], repository);
    expect(code).toBe(0);
    expect(JSON.parse(out).problems.every(({ severity }: { severity: string }) => severity === 'warning')).toBe(true);
  });

  it.each([
    [
      'an old-form sample beside a good one',
      '[[samples]]\nuserMessage = "a"\nassistantResponse = "b"\n[[samples]]\nmessages = [{ role = "user", content = "x" }]\n',
      0,
      'SAMPLE_OLD_FORM',
    ],
    ['old-form samples alone', '[[samples]]\nuserMessage = "a"\nassistantResponse = "b"\n', 2, 'SAMPLES_NONE_VALID'],
    ['an empty sample file', '', 2, 'FILE_EMPTY'],
  ])('judges %s', async (_name, text, exit, expected) => {
    const { code, out } = await runInProcess(
      ['validate', 'x.samples.toml', '--json'],
      makeProject({ 'x.samples.toml': text }),
    );
    expect(code).toBe(exit);
    expect(JSON.parse(out).problems.map((problem: { code: string }) => problem.code)).toContain(expected);
  });

  it('refuses a deck that includes itself, with the chain', async () => {
    const root = makeProject({ 'a.deck.md': 'x\n![b](b.md)\n', 'b.md': '![a](a.deck.md)\n' });
    const { code, out } = await runInProcess(['validate', 'a.deck.md', '--json'], root);
    expect(code).toBe(2);
    expect(JSON.stringify(JSON.parse(out).problems)).toContain('a.deck.md → b.md → a.deck.md');
  });

  it('never prints a stack trace for what a user can fix', () => {
    const root = makeProject({ 'x.txt': 'hello', 'x.eval.yaml': '\t' });
    for (const args of [
      ['validate', 'gone.yaml'],
      ['validate', 'x.txt'],
      ['validate', 'x.eval.yaml'],
      ['show', 'gone'],
      ['show', '.'],
      ['preview', 'gone'],
      ['preview', '.'],
      ['schema', 'evil'],
      ['frobnicate'],
      ['show'],
    ]) {
      const { code, out, err } = runBin(args, root);
      expect([args, code]).toEqual([args, 2]);
      expect(out + err).not.toMatch(/\n\s+at /);
      expect((out + err).trim()).not.toBe('');
    }
  });

  it('validates 20,000 cases of JSON lines', () => {
    const line = (id: number) =>
      JSON.stringify({ id: `c${id}`, input_messages: [{ role: 'user', content: `Hello ${id}` }] });
    const root = makeProject({ 'x.eval.jsonl': Array.from({ length: 20_000 }, (_, id) => line(id)).join('\n') });
    expect(runBin(['validate', 'x.eval.jsonl'], root)).toMatchObject({
      code: 0,
      out: '✓ 1 file · 1 eval (20,000 cases)\n',
    });
  });

  it('stops listing after 200 problems of one file', async () => {
    const root = makeProject({ 'x.eval.jsonl': '{"id": 1}\n'.repeat(5000) });
    const { out } = await runInProcess(['validate', 'x.eval.jsonl', '--json'], root);
    expect(JSON.parse(out).problems.at(-1).code).toBe('FILE_TOO_MANY_PROBLEMS');
  });
});

describe('turnwise init', () => {
  it('writes a project that validates at once, and can be shown', async () => {
    const root = makeProject();
    expect((await runInProcess(['init', 'mine'], root)).code).toBe(0);
    const { code, out } = await runInProcess(['validate', 'mine', '--json'], root);
    expect(JSON.parse(out)).toMatchObject({ ok: true, problems: [] });
    expect(code).toBe(0);
    expect((await runInProcess(['preview', 'mine/evals/refunds.eval.yaml'], root)).out).toContain(
      "[Assistant]:\nWhat's your order number?",
    );
    expect((await runInProcess(['preview', 'mine/graders/tone.deck.md'], root)).code).toBe(0);
  });

  it('creates a project that runs without a warning', async () => {
    const cwd = join(makeProject(), 'mine');
    await runInProcess(['init', 'mine'], dirname(cwd));
    const { code, err } = await runInProcess(['run', 'evals/refunds.eval.yaml'], cwd);
    expect(code).toBe(0);
    expect(err).not.toContain('warning');
  });

  it('creates a project whose judge grades once its lines are uncommented', async () => {
    const cwd = makeProject();
    await runInProcess(['init'], cwd);
    const file = join(cwd, 'evals/refunds.eval.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('# - id: tone', '- id: tone').replace('#   judge: ', '  judge: '));
    expect((await runInProcess(['run', 'evals'], cwd)).code).toBe(0);
    const { out } = await runInProcess(['show', 'last', '--case', 'late-refund', '--json'], cwd);
    const [{ verdicts }] = JSON.parse(out);
    expect(verdicts).toContainEqual(
      expect.objectContaining({
        grader: 'tone',
        pass: true,
        score: 3,
        reason: 'It apologizes once and states the rule.',
      }),
    );
  });

  it('writes a project whose judge can be calibrated as it says', async () => {
    const cwd = makeProject();
    const { out } = await runInProcess(['init'], cwd);
    expect(out).toContain('  turnwise calibrate graders/tone.deck.md\n');
    const calibrated = await runInProcess(['calibrate', 'graders/tone.deck.md', '--json'], cwd);
    expect(calibrated.code).toBe(0);
    expect(JSON.parse(calibrated.out).calibrations).toMatchObject([{ target: 'judge', n: 2, graded: 2 }]);
  });

  it.each(['openai', 'anthropic', 'google', 'ollama'])('knows %s', async (provider) => {
    const root = makeProject();
    await runInProcess(['init', '--provider', provider], root);
    const { out } = await runInProcess(['validate', '--json'], root);
    expect(JSON.parse(out).ok).toBe(true);
  });

  it('never overwrites', async () => {
    const root = makeProject({ 'targets.yaml': 'targets: [{id: mine, provider: builtin, model: echo}]\n' });
    const { out } = await runInProcess(['init'], root);
    expect(out).toContain('= targets.yaml kept');
    const { out: again } = await runInProcess(['init'], root);
    expect(again).toContain('Nothing changed');
    expect((await runInProcess(['validate', '--json', 'targets.yaml'], root)).code).toBe(0);
  });
});

describe('turnwise schema', () => {
  it.each(['eval', 'targets', 'samples', 'item'])('prints the JSON Schema of %s', async (name) => {
    const { code, out } = await runInProcess(['schema', name], repository);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ $schema: expect.stringContaining('2020-12') });
  });
});

describe('turnwise doctor', () => {
  it('names keys and never prints them', async () => {
    const targets = 'targets: [{id: a, provider: openai, model: m}, {id: b, provider: anthropic, model: m}]\n';
    const root = makeProject({ 'targets.yaml': targets, '.env': 'OPENAI_API_KEY=sk-very-secret\n' });
    const { out } = await runInProcess(['doctor'], root, { PATH: '' });
    expect(out).toContain('OPENAI_API_KEY is set');
    expect(out).toContain('ANTHROPIC_API_KEY is not set');
    expect(out).not.toContain('very-secret');
  });
});
