import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { repository } from '../../support/run-bin.ts';
import { makeProject } from '../../support/temp-project.ts';

/** Packs the built package and lays it out as npm would: the package in a folder, its dependencies next to it. */
function unpackPackage(): string {
  const folder = makeProject();
  // Without scripts: `prepack` would build `dist` again, while other tests run commands from it.
  const args = ['pack', '--ignore-scripts', '--pack-destination', folder];
  const packed = spawnSync('npm', args, { cwd: repository, encoding: 'utf8' });
  expect([packed.status, packed.stderr]).toEqual([0, expect.any(String)]);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  expect(spawnSync('tar', ['-xzf', tarball], { cwd: folder, encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return join(folder, 'package');
}

async function serve(folder: string): Promise<{ readonly url: string; readonly link: string }> {
  const args = [join(folder, 'bin', 'turnwise.mjs'), 'serve', '--port', '0', '--json', '--db', 'turnwise.db'];
  const env = { ...process.env, TURNWISE_TOKEN: 'packed' };
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: makeProject(),
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.stdout === null) throw new Error('The process has no output.');
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line);
  throw new Error('The server ended before it listened.');
}

it('serves the Studio from the packed package, packed small, with the licenses of what is in it', async () => {
  const { url, link } = await serve(unpackPackage());
  const page = await fetch(link, { headers: { accept: 'text/html' } });
  const [script = ''] = /\/assets\/shared-[\w-]+\.js/.exec(await page.text()) ?? [];
  const answer = await fetch(url + script, { headers: { 'accept-encoding': 'br' } });
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br']);
  expect(await answer.text()).toContain('export');
  const licenses = await (await fetch(`${url}/LICENSES.txt`)).text();
  for (const name of ['react-dom', '@base-ui/react', '@tanstack/react-router', 'tailwindcss', 'zod']) {
    expect(licenses).toMatch(new RegExp(`^${name} \\d`, 'm'));
  }
});
