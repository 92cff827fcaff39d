import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { childFile } from './built-package.mjs';

/** A connection that is kept would be closed by the server while a measured program delays us. */
const unkept = { headers: { connection: 'close' } };

/** A model that answers after `latencyMs` with `reply`, in a process of its own, while `work` is done. */
export async function withMock(latencyMs, work, reply = 'The capital of France is Paris.') {
  const child = spawn(process.execPath, [childFile('mock-server.mjs'), String(latencyMs), reply], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = await once(child.stdout, 'data');
    const origin = `http://127.0.0.1:${Number(port)}`;
    return await work({
      baseUrl: `${origin}/v1`,
      /** How many calls there were since it was last asked, and when the first came: milliseconds since 1970. */
      takeStats: async () => (await fetch(`${origin}/stats?take`, unkept)).json(),
      readStats: async () => (await fetch(`${origin}/stats`, unkept)).json(),
    });
  } finally {
    child.kill();
  }
}
