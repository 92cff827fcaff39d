import { describe, expect, it } from 'vitest';
import type { TargetNoise } from '../../src/compare/measure-noise.ts';
import { makePlanned, plannedEnvironment, plannedFile, playPlanned } from '../support/planned-runs.ts';
import { runInProcess } from '../support/run-in-process.ts';

const cases = ['c0', 'c1', 'c2', 'c3'].map((id) => ({ id }));
/** Of four plays c0 passes all, c1 none, c2 two, c3 one. */
const moody = ['c0', 'c2@0', 'c2@1', 'c3@0'];

function measure(args: readonly string[], cwd: string) {
  return runInProcess(['noise', ...args], cwd, plannedEnvironment);
}

async function measureJson(args: readonly string[], cwd: string): Promise<readonly TargetNoise[]> {
  const { code, out } = await measure([...args, '--json', '--quiet'], cwd);
  expect(code).toBe(0);
  return JSON.parse(out).noise;
}

describe('turnwise noise', () => {
  it('plays every case so often, and tells the chance to flip as computed by hand', async () => {
    const cwd = makePlanned(cases, { moody });
    const [noise] = await measureJson([plannedFile, '--repeat', '4'], cwd);
    expect(noise).toMatchObject({ target: 'moody', cases: 4, flipped: 2, noVerdict: 0 });
    // Two plays of four differ: 2·k·(4−k) / (4·3). c2: 8/12, c3: 6/12, c0 and c1: 0. The mean of the four: 7/24.
    expect(noise?.flipRate.value).toBeCloseTo(7 / 24, 12);
    expect(noise?.byRepeat.map(({ rate }) => rate.value)).toEqual([3 / 4, 2 / 4, 1 / 4, 1 / 4]);
    expect(noise?.chanceDifference.map(({ repeats }) => repeats)).toEqual([1, 2, 3, 5, 10]);
  });

  it('is an ordinary run, which can be measured again', async () => {
    const cwd = makePlanned(cases, { moody });
    const { code, out, err } = await measure([plannedFile, '--repeat', '2'], cwd);
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^Plan: 4 cases, 8 conversations.*, no cost · moody gets /),
    });
    expect(out).toMatch(/^Flip rate: .*\nMinimum detectable difference, 1 run each: /);
    expect((await measure(['run:last'], cwd)).out).toBe(out);
    expect((await measure(['run:last:moody'], cwd)).out).toBe(out);
  });

  it('plays five times by default, and measures each target', async () => {
    const cwd = makePlanned(cases.slice(0, 1), { steady: ['c0'], other: [] });
    const noises = await measureJson([plannedFile, '--target', 'steady,other'], cwd);
    expect(noises.map(({ target, byRepeat }) => [target, byRepeat.length])).toEqual([
      ['steady', 5],
      ['other', 5],
    ]);
    expect((await measureJson(['run:last:other'], cwd)).map(({ target }) => target)).toEqual(['other']);
  });

  it.each([
    [[plannedFile, '--repeat', '1'], /Noise needs at least 2 repeats/],
    [['run:last'], /played every case only once.*turnwise noise desk\.eval\.yaml/s],
    [['run:last', '--repeat', '3'], /do not apply to a recorded run/],
    [['run:last', plannedFile], /noise measures one run at a time/],
    [['run:nobody'], /There is no run "nobody"/],
    [['gone.eval.yaml'], /gone\.eval\.yaml/],
  ])('says what is wrong with %j', async (args, message) => {
    const cwd = makePlanned(cases.slice(0, 1), { steady: ['c0'] });
    await playPlanned(cwd, []);
    const { code, out, err } = await measure(args, cwd);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.replaceAll(/\s+/g, ' ')).toMatch(message);
  });

  it('exits with 3 when no case came to a verdict twice', async () => {
    const cwd = makePlanned(cases.slice(0, 1), { steady: ['c0'] });
    const { code, out } = await measure([plannedFile, '--repeat', '3', '--max-calls', '1', '-c', '1', '--quiet'], cwd);
    expect({ code, out }).toEqual({ code: 3, out: expect.stringMatching(/^Nothing to measure/) });
  });
});
