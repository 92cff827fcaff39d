import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toCases } from '../support/desk-project.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const targets = 'targets:\n  - {id: echo, provider: builtin, model: echo}\n';

/** A folder of evals that no mark makes a project, in a project. */
function makePlainFolder() {
  const around = makeProject();
  const folder = join(around, 'x');
  mkdirSync(join(folder, 'evals'), { recursive: true });
  writeFileSync(join(folder, 'targets.yaml'), targets);
  writeFileSync(join(folder, 'evals', 'a.eval.yaml'), toCases('echo', 3));
  return { around, folder };
}

describe('run <folder>', () => {
  it('records in the project that init wrote there, where grade and --resume find it', async () => {
    const around = makeProject();
    const inside = join(around, 'x');
    await runInProcess(['init', 'x', '--yes'], around);
    const played = await runInProcess(['run', 'x', '--quiet', '--max-calls', '1', '-c', '1'], around);
    expect(played.err).toContain('turnwise run x --resume ');
    expect(readdirSync(join(around, '.turnwise'))).toEqual([]);
    expect(existsSync(join(inside, '.turnwise/turnwise.db'))).toBe(true);

    const resumed = await runInProcess(['run', '--resume', '--quiet'], inside);
    expect(resumed).toMatchObject({ code: 0, err: expect.stringMatching(/^Resuming run /) });
    const graded = await runInProcess(['grade', 'last', '--quiet'], inside);
    expect({ code: graded.code, err: graded.err }).toMatchObject({ code: 0 });
    expect((await runInProcess(['run', '.', '--quiet'], inside)).code).toBe(0);
    expect((await runInProcess(['runs', 'list'], inside)).out.match(/^\d{8}-/gm)).toHaveLength(2);
  });

  it('begins with the folder itself where no mark says what the project is', async () => {
    const { around, folder } = makePlainFolder();
    rmSync(join(around, '.turnwise'), { recursive: true });
    expect((await runInProcess(['run', 'x', '--quiet'], around)).code).toBe(0);
    expect(readdirSync(around)).toEqual(['x']);
    expect(existsSync(join(folder, '.turnwise/turnwise.db'))).toBe(true);
    expect((await runInProcess(['grade', 'last', '--quiet'], folder)).code).toBe(0);
  });

  it('leaves no database behind when it cannot start, which would make the folder a project', async () => {
    const { around, folder } = makePlainFolder();
    rmSync(join(around, '.turnwise'), { recursive: true });
    const failed = await runInProcess(['run', 'evals', '--quiet'], folder);
    expect(failed).toMatchObject({ code: 2, err: expect.stringContaining('echo') });
    expect(readdirSync(join(folder, 'evals'))).toEqual(['a.eval.yaml']);
    mkdirSync(join(folder, '.turnwise'));
    expect((await runInProcess(['run', 'evals', '--quiet'], folder)).code).toBe(0);
    expect(readdirSync(join(folder, '.turnwise'))).toContain('turnwise.db');
  });

  it.each([
    ['a key that is not set', toCases('keyed', 3), 'TURNWISE_NO_SUCH_KEY'],
    ['a dataset that is not there', 'cases: {dataset: desk}\ntargets: [echo]\n', 'DATASET_UNKNOWN'],
  ])('leaves no database behind for %s', async (_why, yaml, says) => {
    const { around, folder } = makePlainFolder();
    rmSync(join(around, '.turnwise'), { recursive: true });
    const keyed = '  - {id: keyed, provider: openai, model: m, api_key_env: TURNWISE_NO_SUCH_KEY}\n';
    writeFileSync(join(folder, 'evals', 'targets.yaml'), `${targets}${keyed}`);
    writeFileSync(join(folder, 'evals', 'a.eval.yaml'), yaml);
    for (const store of [[], ['--db', 'new.db']]) {
      const { code, err } = await runInProcess(['run', '.', '--quiet', ...store], folder);
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
    }
    expect(readdirSync(folder).sort()).toEqual(['evals', 'targets.yaml']);
  });

  it('records paths as seen from the project of the database that is named', async () => {
    const { around, folder } = makePlainFolder();
    mkdirSync(join(folder, '.turnwise'));
    const store = ['--db', join(around, '.turnwise', 'turnwise.db')];
    const first = await runInProcess(['run', 'evals', '--quiet', '--max-calls', '1', '-c', '1', ...store], folder);
    expect(first.err).toContain('--max-calls 1 was reached: 2 conversations skipped.');
    const resumed = await runInProcess(['run', '--resume', '--quiet', ...store], folder);
    expect(resumed).toMatchObject({ code: 0, err: expect.stringMatching(/^Resuming run /) });
    expect(await runInProcess(['grade', 'last', '--quiet', ...store], folder)).toMatchObject({ code: 0 });
  });
});
