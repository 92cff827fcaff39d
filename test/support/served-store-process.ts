import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { ApiClient } from './api-client.ts';

const main = fileURLToPath(new URL('../../bin/turnwise.mjs', import.meta.url));

/** `turnwise serve` in a process of its own, to be killed or starved. */
export interface ServedProcess {
  readonly child: ChildProcess;
  readonly client: ApiClient;
  readonly url: string;
  readonly token: string;
  /** What it has written to stderr. */
  log(): string;
  kill(): Promise<void>;
}

/** Starts the server, as it was built last, on a database; gone when the test ends. `before`: commands of the shell that starts it; `bin`: another build. */
export async function serveInProcess(
  file: string,
  { before = '', bin = main }: { readonly before?: string; readonly bin?: string } = {},
): Promise<ServedProcess> {
  const token = 'test-token-of-the-served-process-0123456789';
  const script = `${before}\nexec "$@"`;
  const args = [bin, 'serve', '--port', '0', '--db', file, '--json'];
  const child = spawn('sh', ['-c', script, 'sh', process.execPath, ...args], {
    env: { ...process.env, NO_COLOR: '1', TURNWISE_TOKEN: token },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const url = await Promise.race([
    readUrl(child),
    once(child, 'exit').then(() => Promise.reject(new Error(`It ended before it served: ${log}`))),
  ]);
  return {
    child,
    url,
    token,
    client: new ApiClient(url, { authorization: `Bearer ${token}` }),
    log: () => log,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function readUrl({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The process has no output.');
  for await (const line of createInterface({ input: stdout })) return new URL(JSON.parse(line).url).origin;
  throw new Error('It said nothing.');
}
