import { describe, expect, it } from 'vitest';
import { makeDesk, toCases } from '../../test/support/desk-project.ts';
import { runInWorld } from '../../test/support/run-in-process.ts';
import { systemClock } from '../base/clock.ts';
import { runCli } from './run-cli.ts';

describe('a bug in Turnwise', () => {
  it('ends with exit code 3 and a stack, because 1 would mean a low pass rate', async () => {
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
      /^Turnwise \d+\.\d+\.\d+ crashed\. .*report it with these lines:\n\nTypeError: no ␛\[2J such\n/,
    );
    expect(err).toMatch(/\n {4}at .*run-cli\.test\.ts/);
    expect(err).toContain('caused by: Error: the root of it\n');
  });

  it('prints how to resume the run that it stopped', async () => {
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
    expect(err).toMatch(/\nCompleted turns are saved. Resume with:\n {2}turnwise run --resume \S+\n$/);
    const [, resume = ''] = /turnwise run --resume (\S+)/.exec(err) ?? [];
    expect(await runInWorld(['run', '--resume', resume, '--quiet'], { cwd, env: {} })).toMatchObject({
      code: 0,
      out: expect.stringContaining(' passes 3 of 3.'),
    });
  });
});

/** Parses one JSON value, or one per line. */
function parseOutput(text: string): unknown {
  return text.startsWith('{"')
    ? text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : JSON.parse(text);
}

describe('output on a terminal', () => {
  const hostile = 'a\u009b2Jb\u202ec\u2066d\u{e0041}e\u001b[31m';
  const shown = String.raw`a\u009b2Jb\u202ec\u2066d\udb40\udc41e\u001b[31m`;
  const items = JSON.stringify([{ id: 'x', history: [{ role: 'user', msg: hostile }] }]);

  it.each([
    ['export', ['export']],
    ['preview --json', ['preview', 'a.items.json', '--json']],
    ['import --json', ['import', 'a.items.json', '--dataset', 'd', '--json', '--dry-run']],
  ])('has no raw control characters in data: %s', async (_title, args) => {
    const cwd = makeDesk({ 'a.items.json': items, 'b.items.json': items.replace('"x"', JSON.stringify(hostile)) });
    await runInWorld(['import', 'a.items.json', '--dataset', 'd'], { cwd, env: {} });
    const named = args.map((arg) => (args[0] === 'import' && arg === 'a.items.json' ? 'b.items.json' : arg));
    const onTerminal = await runInWorld(named, { cwd, env: {}, isOutTerminal: true });
    expect(onTerminal.out).toContain(shown);
    expect(onTerminal.out).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    const piped = await runInWorld(named, { cwd, env: {} });
    expect(piped.out).toContain('a\u009b2Jb\u202ec');
    const [read, same] = [onTerminal.out, piped.out].map(parseOutput);
    expect(read).toEqual(same);
  });

  it.each([
    ['an unknown command', ['lo\u001b]0;title\u0007ok']],
    ['an unknown option', ['runs', '--lo\u001b[2Jok']],
    ['a backup', ['backup', 'out\u001b[2J\u009b.gz']],
    ['an export', ['export', '--out', 'out\u001b[2J\u009b.jsonl']],
  ])('has no raw control characters in the lines of %s', async (_title, args) => {
    const cwd = makeDesk({ 'a.items.json': items });
    await runInWorld(['import', 'a.items.json', '--dataset', 'd'], { cwd, env: {} });
    const { out, err } = await runInWorld(args, { cwd, env: {} });
    expect(`${out}${err}`).toContain('␛');
    expect(`${out}${err}`).not.toMatch(/[\u001b\u0007\u009b]/);
  });
});
