import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { childFile } from './built-package.mjs';

/** The server would close a kept connection while this process waits for a measured program. */
const unkept = { headers: { connection: 'close' } };

/** Runs `work` while a model in another process replies to every call with `reply`, after `latencyMs`. */
export async function withMock(latencyMs, work, reply = 'The capital of France is Paris.') {
  const child = spawn(process.execPath, [childFile('mock-server.mjs'), String(latencyMs), reply], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = await once(child.stdout, 'data');
    const origin = `http://127.0.0.1:${Number(port)}`;
    return await work({
      baseUrl: `${origin}/v1`,
      /** The calls since the last `takeStats`, and the time of the first in milliseconds since 1970. */
      takeStats: async () => (await fetch(`${origin}/stats?take`, unkept)).json(),
      readStats: async () => (await fetch(`${origin}/stats`, unkept)).json(),
    });
  } finally {
    child.kill();
  }
}
