import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const targets = 'targets:\n  - {id: a, provider: builtin, model: echo}\n  - {id: b, provider: builtin, model: echo}\n';
const line = (id: string) => JSON.stringify({ id, input_messages: [{ role: 'user', content: 'Hi' }] });
const lines = `${line('one')}\n${line('two')}\n`;
const yaml = 'graders: [{contains: Hi}]\ncases:\n  - {id: y, input_messages: [{role: user, content: Hi}]}\n';

async function listPlayed(args: readonly string[], root: string): Promise<readonly string[]> {
  const { out } = await runInProcess(['run', ...args, '--json', '--quiet'], root);
  const { cases }: { cases: { id: string; target: string; status: string }[] } = JSON.parse(out);
  return cases.map(({ id, target, status }) => `${id} ${target} ${status}`).sort();
}

describe('default targets', () => {
  it('are in the first line of a file with one case per line, with other keys of the file', async () => {
    const head = JSON.stringify({ targets: ['b'], graders: [{ contains: 'Hi' }], name: 'chats' });
    const root = makeProject({ 'x.eval.jsonl': `\n${head}\n${lines}`, 'targets.yaml': targets });
    expect(await listPlayed(['x.eval.jsonl'], root)).toEqual(['one b pass', 'two b pass']);
    const { out } = await runInProcess(['preview', 'x.eval.jsonl'], root);
    expect(out).toContain('chats / one');
  });

  it('are checked with their line if a file names them', async () => {
    const root = makeProject({ 'x.eval.jsonl': `{"targets": ["c"]}\n${lines}`, 'targets.yaml': targets });
    const { code, err } = await runInProcess(['run', 'x.eval.jsonl'], root);
    expect(code).toBe(2);
    expect(err).toContain('x.eval.jsonl:1:1');
    expect(err).toContain('There is no target "c" in targets.yaml.');
  });

  it('leave a first line with a case alone', async () => {
    const own = JSON.stringify({ ...JSON.parse(line('own')), targets: ['a'] });
    const files = { 'x.eval.jsonl': `${own}\n${lines}`, 'targets.yaml': targets };
    const root = makeProject({ ...files, '.turnwise/config.yaml': 'targets: [b]\n' });
    expect(await listPlayed(['x.eval.jsonl'], root)).toEqual(['one b ungraded', 'own a ungraded', 'two b ungraded']);
  });

  it('are in the config of the project, for files that name none', async () => {
    const root = makeProject({
      ...{ 'evals/x.eval.jsonl': lines, 'evals/y.eval.yaml': yaml, 'evals/z.eval.yaml': `target: a\n${yaml}` },
      ...{ 'targets.yaml': targets, '.turnwise/config.yaml': 'targets: [b]\n' },
    });
    expect(await listPlayed(['evals/x.eval.jsonl'], root)).toEqual(['one b ungraded', 'two b ungraded']);
    expect(await listPlayed(['evals/y.eval.yaml', 'evals/z.eval.yaml'], root)).toEqual(['y a pass', 'y b pass']);
    expect(await listPlayed(['evals/y.eval.yaml', '--target', 'a'], root)).toEqual(['y a pass']);
  });

  it('of a project that do not exist are an error that names the config', async () => {
    const files = { 'y.eval.yaml': yaml, 'targets.yaml': targets, '.turnwise/config.yaml': 'targets: [nobody]\n' };
    const root = makeProject(files);
    for (const command of ['validate', 'run']) {
      const { code, err, out } = await runInProcess([command, 'y.eval.yaml'], root);
      expect(code).toBe(2);
      const text = `${out}${err}`.replaceAll(/\s+/g, ' ');
      expect(text).toContain('There is no target "nobody" (named in .turnwise/config.yaml) in targets.yaml.');
    }
  });
});

describe('run without a file', () => {
  it("plays the project's evals, from any folder of it", async () => {
    const root = makeProject({
      ...{ 'evals/y.eval.yaml': yaml, 'more/x.eval.jsonl': lines, 'notes.md': 'no eval' },
      ...{ 'targets.yaml': targets, '.turnwise/config.yaml': 'targets: [a]\n' },
    });
    const all = ['one a ungraded', 'two a ungraded', 'y a pass'];
    expect(await listPlayed([], root)).toEqual(all);
    expect(await listPlayed([], `${root}/more`)).toEqual(all);
  });

  it('says what to write where the project has none', async () => {
    const root = makeProject({ '.turnwise/config.yaml': 'targets: [a]\n' });
    const { code, err } = await runInProcess(['run'], root);
    expect(code).toBe(2);
    expect(err).toContain('There are no eval files in');
  });
});
