import { describe, expect, it } from 'vitest';
import { runEval } from '../../src/index.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const targets = `targets:
  - {id: bot, provider: builtin, model: echo}
  - {id: 'x,y', provider: builtin, model: echo}
`;

const say = 'input_messages: [{role: user, content: hi}], graders: [{contains: hi}]';
const evals = `
targets: [bot]
cases:
  - {id: 'a,b', ${say}}
  - {id: 'c\\', ${say}}
  - {id: ' lead ', ${say}}
  - {id: plain, ${say}}
`;

function makeEvals(): string {
  return makeProject({ 'a.eval.yaml': evals, 'targets.yaml': targets });
}

/** A message on one line, whatever the width of the terminal. */
function unwrap(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

async function listPlayed(args: readonly string[], root: string): Promise<readonly string[]> {
  const { out, err } = await runInProcess(['run', ...args, '--json'], root);
  if (out === '') throw new Error(err);
  const { cases }: { readonly cases: readonly { readonly id: string }[] } = JSON.parse(out);
  return cases.map(({ id }) => id);
}

describe('ids on the command line', () => {
  it.each<[readonly string[], readonly string[]]>([
    [['--case', 'a\\,b'], ['a,b']],
    [
      ['--case', 'a\\,b, plain'],
      ['a,b', 'plain'],
    ],
    [['--case', 'c\\'], ['c\\']],
    [
      ['--case', 'c\\\\,plain'],
      ['c\\', 'plain'],
    ],
    [['--case', ' lead '], [' lead ']],
    [
      ['--case', '\\ lead\\ ,plain'],
      [' lead ', 'plain'],
    ],
  ])('%j selects %j', async (args, ids) => {
    expect(await listPlayed(args, makeEvals())).toEqual(ids);
  });

  it('show how to write an id whose comma separated it', async () => {
    const root = makeEvals();
    await runInProcess(['run'], root);
    const hint = `To select "a,b", write --case 'a\\,b'.`;
    for (const args of [['run'], ['show', 'last'], ['preview', 'a.eval.yaml']]) {
      const { code, err } = await runInProcess([...args, '--case', 'a,b'], root);
      expect(unwrap(err)).toContain(hint);
      expect(code).toBe(2);
    }
    for (const args of [['run'], ['preview', 'a.eval.yaml']]) {
      const { err } = await runInProcess([...args, '--target', 'x,y'], root);
      expect(unwrap(err)).toContain(`To select "x,y", write --target 'x\\,y'.`);
    }
  });

  it('are printed so that the shell and the command read them again', async () => {
    const root = makeProject({
      'a.eval.yaml': evals.replaceAll('contains: hi', 'contains: no'),
      'targets.yaml': targets,
    });
    const { out } = await runInProcess(['run', '--case', 'a\\,b'], root);
    expect(out).toContain(`--case 'a\\,b'`);
  });
});

describe('a run without a format to send', () => {
  it('is refused on the command line and in code, before anything is recorded', async () => {
    const root = makeEvals();
    expect(await runInProcess(['run', '--send', ''], root)).toMatchObject({ code: 2, out: '' });
    await expect(Array.fromAsync(runEval({ cwd: root, send: [] }))).rejects.toThrow('The send option lists no format');
    const { code, out } = await runInProcess(['runs', '--json'], root);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual([]);
  });
});

describe('datasets on the command line', () => {
  const item = { id: 'one', history: [{ role: 'user', msg: 'hi' }] };

  it.each(['a,b', 'c\\', ' lead'])('%j is exported by the text that selects it', async (name) => {
    const root = makeProject({ 'i.jsonl': `${JSON.stringify({ ...item, datasetName: name })}\n` });
    await runInProcess(['import', 'i.jsonl'], root);
    const { code, out } = await runInProcess(['export', '--dataset', name.replace(',', '\\,')], root);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ id: 'one', datasetName: name });
  });

  it('show how to write a name whose comma separated it', async () => {
    const root = makeProject({ 'i.jsonl': `${JSON.stringify({ ...item, datasetName: 'a,b' })}\n` });
    await runInProcess(['import', 'i.jsonl'], root);
    const { err } = await runInProcess(['export', '--dataset', 'a,b'], root);
    expect(unwrap(err)).toContain(`To select "a,b", write --dataset 'a\\,b'.`);
  });
});
