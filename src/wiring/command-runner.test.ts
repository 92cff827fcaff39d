import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { listenForPrograms } from '../../test/support/living-programs.ts';
import { makeProject } from '../../test/support/temp-project.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import type { CommandCall } from '../grade/checks/check.ts';
import { openCommandRunner } from './command-runner.ts';

const node = process.execPath;
const stay = fileURLToPath(new URL('../../test/fixtures/targets/stay.mjs', import.meta.url));
const print = "process.stdin.on('data', (text) => process.stdout.write(text))";

function open(parts: { folder?: string; clock?: Clock; signal?: AbortSignal; secrets?: readonly string[] } = {}) {
  const { folder = makeProject(), clock = systemClock, signal = new AbortController().signal, secrets = [] } = parts;
  const runCommand = openCommandRunner({ folder, env: process.env, clock, signal, secrets });
  return (code: string, changes: Partial<CommandCall> = {}) =>
    runCommand({ command: [node, '-e', code], timeoutMs: 60_000, input: '', ...changes });
}

describe('openCommandRunner', () => {
  it('passes the input, and returns the output', async () => {
    const input = `{"reply": "$(touch x) \u0000 ${'é'.repeat(10_000)}"}`;
    expect(await open()(print, { input })).toEqual({ end: 'exit', exitCode: 0, stdout: input, stderr: '' });
  });

  it('runs in the folder of the eval file, or in a folder relative to it', async () => {
    const folder = makeProject({ 'sub/here.txt': 'sub', 'here.txt': 'top' });
    const read = "process.stdout.write(require('node:fs').readFileSync('here.txt'))";
    expect(await open({ folder })(read)).toMatchObject({ stdout: 'top' });
    expect(await open({ folder })(read, { cwd: 'sub' })).toMatchObject({ stdout: 'sub' });
  });

  it('uses no shell', async () => {
    const folder = makeProject();
    await open({ folder })(print, { command: [node, '-e', 'process.exit()', '; touch made; $(touch made)'] });
    expect(existsSync(join(folder, 'made'))).toBe(false);
  });

  it('reports how a program failed', async () => {
    const code = "process.stderr.write('no such rule'); process.exitCode = 3";
    expect(await open()(code)).toEqual({ end: 'exit', exitCode: 3, stdout: '', stderr: 'no such rule' });
  });

  it('hides secrets in the output', async () => {
    const runCommand = open({ secrets: ['s3cret-value'] });
    const code = "process.stdout.write('s3cret-value'); process.stderr.write('<s3cret-value>')";
    expect(await runCommand(code)).toMatchObject({ stdout: '***', stderr: '<***>' });
  });

  it('reports a missing program', async () => {
    const end = await open()('', { command: ['no-such-program-here'] });
    expect(end).toEqual({
      end: 'failed',
      message: expect.stringContaining('There is no program "no-such-program-here"'),
    });
  });

  it('stops a program that prints without end', async () => {
    const code = "const more = () => process.stdout.write('x'.repeat(65536), more); more()";
    expect(await open()(code)).toMatchObject({ end: 'too-long' });
  });

  it('stops a program after the time limit, with its child processes', async () => {
    const { port, alive, dead } = await listenForPrograms();
    const clock = new FakeClock();
    const running = open({ clock })('', { command: [node, stay, port, 'fork'], timeoutMs: 5_000 });
    await alive(2);
    await clock.advance(5_000);
    expect(await running).toEqual({ end: 'timeout', stderr: expect.stringContaining('I am staying.') });
    await dead();
  });

  it('rejects if the run is stopped, before a program starts and while it runs', async () => {
    const { port, alive, dead } = await listenForPrograms();
    const control = new AbortController();
    const runCommand = open({ signal: control.signal });
    const running = runCommand('', { command: [node, stay, port] });
    await alive(1);
    control.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    await dead();
    await expect(runCommand('')).rejects.toThrow('stopped');
  });
});
