import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeDesk, toCases } from '../support/desk-project.ts';
import { repository } from '../support/run-bin.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

/** A checkout whose system Node is too old, and that has a newer one for itself, as tools/setup.mjs leaves it. */
function makeOldCheckout(): { readonly bin: string; readonly asOldNode: readonly string[] } {
  const root = makeProject({
    'package.json': '{"type":"module"}',
    'old.mjs': "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } });",
  });
  cpSync(join(repository, 'bin'), join(root, 'bin'), { recursive: true });
  symlinkSync(join(repository, 'src'), join(root, 'src'));
  const node = join(root, 'node_modules/node/bin/node');
  mkdirSync(dirname(node), { recursive: true });
  // The first two arguments make a Node look old.
  writeFileSync(node, `#!/bin/sh\nshift 2\necho started >&2\nexec ${JSON.stringify(process.execPath)} "$@"\n`);
  chmodSync(node, 0o755);
  return { bin: join(root, 'bin/turnwise.mjs'), asOldNode: ['--import', pathToFileURL(join(root, 'old.mjs')).href] };
}

/** Starts a command through the wrapper. `close` resolves when every process that has its output has exited. */
function startWrapped(args: readonly string[], cwd: string) {
  const { bin, asOldNode } = makeOldCheckout();
  const wrapper = spawn(process.execPath, [...asOldNode, bin, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: 'pipe',
    // A group of its own, so that nothing is left of it when the test fails.
    detached: true,
  });
  const group = -(wrapper.pid ?? 0);
  onTestFinished(() => {
    try {
      process.kill(group, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  });
  const said = { out: '', err: '' };
  wrapper.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  wrapper.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const closed = new Promise<void>((resolve) => wrapper.on('close', () => resolve()));
  return { wrapper, said, closed };
}

describe('a command whose wrapper is killed', () => {
  it('ends its run as a signal would: records, says how to resume, and calls nothing more', async () => {
    const cwd = makeDesk({ 'a.eval.yaml': toCases('slow', 200) });
    const { wrapper, said, closed } = startWrapped(['run', 'a.eval.yaml', '-c', '1', '--out', 'cases.jsonl'], cwd);
    const out = join(cwd, 'cases.jsonl');
    await vi.waitUntil(() => existsSync(out) && readFileSync(out, 'utf8').includes('\n'), { timeout: 60_000 });
    wrapper.kill('SIGKILL');
    // The pipes are closed by the child, which has them too.
    await closed;
    const [run] = JSON.parse((await runInProcess(['runs', '--json'], cwd)).out);
    expect(run.state).toBe('stopped');
    expect(said.err).toContain(`turnwise run --resume ${run.run}`);
    const played = readFileSync(out, 'utf8').trimEnd().split('\n').length;
    expect(played).toBeLessThan(100);
    const again = await runInProcess(['run', '--resume', '-c', '200', '--json', '--quiet'], cwd);
    expect(JSON.parse(again.out).counts).toMatchObject({ pass: 200, error: 0 });
  }, 90_000);

  it('ends while it starts, and waits for no input', async () => {
    const { wrapper, said, closed } = startWrapped(['import', '-', '--dataset', 'chats'], makeDesk());
    await vi.waitUntil(() => said.err.includes('started'), { timeout: 60_000 });
    wrapper.kill('SIGKILL');
    await closed;
  }, 90_000);

  it('stops serving', async () => {
    const cwd = makeDesk();
    const { wrapper, said, closed } = startWrapped(['serve', '--port', '0'], cwd);
    await vi.waitUntil(() => said.out.includes('http://') || said.err.includes('http://'), { timeout: 60_000 });
    wrapper.kill('SIGKILL');
    await closed;
  }, 90_000);
});
