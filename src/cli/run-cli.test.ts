import { describe, expect, it } from 'vitest';
import { makeDesk, toCases } from '../../test/support/desk-project.ts';
import { runInWorld } from '../../test/support/run-in-process.ts';
import { systemClock } from '../base/clock.ts';
import { runCli } from './run-cli.ts';

describe('a mistake of our own', () => {
  it('ends with exit code 3 and a stack: 1 would say that a pass rate is too low', async () => {
    let err = '';
    const code = await runCli(['schema', 'eval'], {
      out: () => {
        throw new TypeError('no \u001b[2J such', { cause: new Error('the root of it') });
      },
      err: (text) => {
        err += text;
      },
      ...{ cwd: '.', env: {}, isInteractive: false, color: { out: false, err: false }, columns: 100 },
    });
    expect(code).toBe(3);
    expect(err).toMatch(
      /^Turnwise \d+\.\d+\.\d+ broke down\. .*report it with these lines:\n\nTypeError: no ␛\[2J such\n/,
    );
    expect(err).toMatch(/\n {4}at .*run-cli\.test\.ts/);
    expect(err).toContain('because of Error: the root of it\n');
  });

  it('says how to go on when it stopped a run', async () => {
    const cwd = makeDesk({ 'a.eval.yaml': toCases('slow', 3) });
    const clock = {
      ...systemClock,
      sleep: () => {
        throw new TypeError('no time');
      },
    };
    const { code, out, err } = await runInWorld(['run', 'a.eval.yaml', '--quiet'], { cwd, env: {}, clock });
    expect([code, out]).toEqual([3, '']);
    expect(err).toMatch(/TypeError: no time\n/);
    expect(err).toMatch(/\nWhat was played is recorded; go on with:\n {2}turnwise run --resume \S+\n$/);
    const [, resume = ''] = /turnwise run --resume (\S+)/.exec(err) ?? [];
    expect(await runInWorld(['run', '--resume', resume, '--quiet'], { cwd, env: {} })).toMatchObject({
      code: 0,
      out: expect.stringContaining(' n=3 '),
    });
  });
});
