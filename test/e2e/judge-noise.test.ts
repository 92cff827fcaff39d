import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TargetNoise } from '../../src/compare/measure-noise.ts';
import { runInProcess, runInWorld } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

/** Notes every call. It passes every second play of a case that begins with "shaky". */
const judge = `
import { appendFileSync } from 'node:fs';
const [id, attempt] = process.argv.slice(2);
appendFileSync('calls.txt', id + ' ' + attempt + '\\n');
const score = id.startsWith('shaky') && attempt % 2 === 1 ? -3 : 3;
console.log(JSON.stringify({ score, reason: 'So.' }));
`;

const targets = `
targets:
  - {id: echo, provider: builtin, model: echo}
  - {id: other, provider: builtin, model: echo}
  - {id: judge, provider: command, command: [${JSON.stringify(process.execPath)}, judge.mjs, "{EVAL_ID}", "{ATTEMPT}"], template: true}
`;

const ids = ['shaky-1', 'firm-1', 'firm-2', 'firm-3'];

function makeShaky(graders: unknown = [{ rubric: 'Is it kind?' }]): string {
  const cases = ids.map((id) => ({ id, input_messages: [{ role: 'user', content: id }] }));
  return makeProject({
    'targets.yaml': targets,
    'judge.mjs': judge,
    // JSON is YAML, too.
    'all.eval.yaml': JSON.stringify({ targets: ['echo'], judge: 'judge', graders, cases }),
  });
}

function listCalls(cwd: string): readonly string[] {
  return readFileSync(join(cwd, 'calls.txt'), 'utf8').trim().split('\n').toSorted();
}

async function measure(cwd: string, ...args: readonly string[]) {
  const { code, out, err } = await runInProcess(['noise', ...args, '--json'], cwd);
  if (out === '') throw new Error(err);
  const noise: readonly TargetNoise[] = JSON.parse(out).noise;
  return { code, err, noise };
}

describe('turnwise noise --judge-again', () => {
  it('asks the judges again about the first repeat, and reports their share as computed by hand', async () => {
    const cwd = makeShaky();
    const { code, err, noise } = await measure(cwd, 'all.eval.yaml', '--repeat', '3', '--judge-again');
    expect(code).toBe(0);
    expect(err).toContain('Then the judges grade the first repeat again: 4 calls, cost unknown');
    // shaky-1 passes, fails, passes: 2·2·1/(3·2) = 2/3 of its pairs differ; the mean over four cases is 1/6.
    expect(noise[0]?.flipRate.value).toBeCloseTo(1 / 6, 12);
    // Asked as the fourth play (3), the judge dislikes what it liked as the first (0).
    expect(noise[0]?.judge).toMatchObject({ judgments: 4, changed: 1, cases: 4, flipped: 1, notCompared: 0 });
    expect(noise[0]?.judge?.changeRate).toMatchObject({ value: 0.25, n: 4 });
    expect(listCalls(cwd)).toEqual(ids.flatMap((id) => [0, 1, 2, 3].map((play) => `${id} ${play}`)).toSorted());
  });

  it('can be measured later, and asks no judge a third time', async () => {
    const cwd = makeShaky();
    await measure(cwd, 'all.eval.yaml', '--repeat', '3');
    const first = await measure(cwd, 'run:last', '--judge-again');
    expect(listCalls(cwd)).toHaveLength(4 * 3 + 4);
    expect(await measure(cwd, 'run:last', '--judge-again')).toEqual({ ...first, err: '' });
    expect(listCalls(cwd)).toHaveLength(4 * 3 + 4);
  });

  it('changes no verdict that counts, and is on record', async () => {
    const cwd = makeShaky();
    await measure(cwd, 'all.eval.yaml', '--repeat', '3');
    const before = await runInProcess(['show', 'run:last', '--json'], cwd);
    await measure(cwd, 'run:last', '--judge-again');
    expect((await runInProcess(['show', 'run:last', '--json'], cwd)).out).toBe(before.out);
    expect((await runInProcess(['show', 'run:last'], cwd)).out).toMatch(
      /Gradings:\n {2}→ {2}0 .* original .*\n {5}1 .* rubric-1 .*judged again for noise, not counted/,
    );
    const { out } = await runInProcess(['show', 'run:last', '--case', 'shaky-1', '--grading', '1'], cwd);
    expect(out).toContain('fail');
  });

  it('is printed in the terminal, and offered where it was not measured', async () => {
    const cwd = makeShaky();
    const plain = await runInProcess(['noise', 'all.eval.yaml', '--repeat', '3', '--quiet'], cwd);
    expect(plain.out).toMatch(/Measure the judge's share: turnwise noise run:\S+ --judge-again\n/);
    const { out } = await runInProcess(['noise', 'run:last', '--judge-again', '--quiet', '--verbose'], cwd);
    expect(out).toContain('\nonly judged again      4        1  1/4\n');
    expect(out).toContain('\nJudge noise: 1 of 4 judgments flipped when judged again.\n');
    expect(out).not.toContain('--judge-again');
  });

  it('measures the target that is named, and resumes with the others', async () => {
    const cwd = makeShaky();
    await measure(cwd, 'all.eval.yaml', '--repeat', '2', '--target', 'echo,other');
    expect((await measure(cwd, 'run:last:other', '--judge-again')).noise).toMatchObject([
      { target: 'other', judge: { judgments: 4 } },
    ]);
    expect(listCalls(cwd)).toHaveLength(2 * 4 * 2 + 4);
    const { noise } = await measure(cwd, 'run:last', '--judge-again');
    expect(noise.map(({ target, judge: part }) => [target, part?.judgments])).toEqual([
      ['echo', 4],
      ['other', 4],
    ]);
    expect(listCalls(cwd)).toHaveLength(2 * 4 * 2 + 2 * 4);
  });

  it('does not take another deck for a judge that changed its mind', async () => {
    const cwd = makeShaky();
    await measure(cwd, 'all.eval.yaml', '--repeat', '3');
    const path = join(cwd, 'all.eval.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('Is it kind?', 'Is it short?'));
    const { noise } = await measure(cwd, 'run:last', '--judge-again');
    expect(noise[0]?.judge).toMatchObject({ judgments: 0, notCompared: 4, cases: 0, changeRate: { value: null } });
  });

  it('applies limits to playing and judging together, and resumes after them', async () => {
    const cwd = makeShaky();
    // 4 cases played 3 times, each a call of the target and one of the judge: 24. Two are left for judging again.
    const bound = ['--max-calls', '26', '-c', '1'];
    const { code, err, noise } = await measure(cwd, 'all.eval.yaml', '--repeat', '3', '--judge-again', ...bound);
    expect({ code, part: noise[0]?.judge?.judgments }).toEqual({ code: 0, part: 2 });
    expect(err).toMatch(
      /--max-calls 26 was reached\. Not all replies were judged again. Resume with:\n {2}turnwise noise run:\S+ --judge-again\n/,
    );
    expect((await measure(cwd, 'run:last', '--judge-again')).noise[0]?.judge?.judgments).toBe(4);
  });

  it('is interrupted as any other work', async () => {
    const cwd = makeShaky();
    await measure(cwd, 'all.eval.yaml', '--repeat', '3');
    let interrupt = (_times: number) => {};
    const onInterrupt = (listener: (times: number) => void) => {
      interrupt = listener;
      queueMicrotask(() => interrupt(1));
      return () => {};
    };
    const { code, err } = await runInWorld(['noise', 'run:last', '--judge-again'], { cwd, env: {}, onInterrupt });
    expect({ code, err }).toEqual({
      code: 130,
      err: expect.stringContaining('Stopped. Not all replies were judged again'),
    });
  });

  it.each([
    [['all.eval.yaml', '--judge-again'], /No judge grades these cases/],
    [['run:last', '--judge-again'], /Run \S+ has no judges to ask again\. Remove --judge-again\./],
    [['run:last', '--judge-again', '--judge', 'judge'], /do not apply to a recorded run/],
  ])('says what is wrong with %j, before anything is called', async (args, message) => {
    const cwd = makeShaky([{ contains: '1' }]);
    await measure(cwd, 'all.eval.yaml', '--repeat', '2');
    const { code, out, err } = await runInProcess(['noise', ...args], cwd);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.replaceAll(/\s+/g, ' ')).toMatch(message);
  });
});
