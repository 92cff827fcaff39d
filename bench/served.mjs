import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { binFile, childFile } from './built-package.mjs';

const token = 'bench';

/** Starts the built `turnwise serve` on a store. */
export async function serve(store, folder, bin = binFile) {
  const preload = `${pathToFileURL(childFile('report-usage.mjs')).href}?server`;
  return start(['--import', preload, bin, 'serve', '--port', '0', '--db', store, '--json'], folder);
}

/** Starts a program of bench/children that prints its address as JSON and stops at SIGTERM. */
export async function start(args, folder) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, TMPDIR: folder, TURNWISE_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const reports = createInterface({ input: child.stdio[3] })[Symbol.asyncIterator]();
  const line = await firstLine(child);
  const { url } = JSON.parse(line);
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  return {
    url,
    ask: (path, options) => ask(new URL(path, url), agent, options),
    /** What a server that `serve` started used so far. The delays of its event loop start again at 0. */
    takeUsage: async () => {
      child.kill('SIGUSR2');
      return JSON.parse((await reports.next()).value);
    },
    /** Returns what the server used, if `serve` started it. */
    stop: async () => {
      agent.destroy();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      const { value } = await reports.next();
      return value === undefined ? undefined : JSON.parse(value);
    },
  };
}

async function firstLine(child) {
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'));
  }
  throw new Error(`The server ended before it printed its address: ${text}`);
}

/** Sends one request and reads the whole response as text. */
export function ask(url, agent, { method = 'GET', headers = {}, body, file } = {}) {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { method, agent, headers: { authorization: `Bearer ${token}`, ...headers } },
      (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode, etag: answer.headers.etag, text: Buffer.concat(chunks).toString() }),
        );
      },
    );
    call.on('error', reject);
    if (file !== undefined) createReadStream(file).pipe(call);
    else call.end(body);
  });
}

/** Imports a file of items and returns the counts. */
export async function importFile(server, file) {
  const headers = { 'content-type': 'application/x-ndjson', 'content-length': statSync(file).size };
  const { status, text } = await server.ask('/v1/ground-truths', { method: 'POST', headers, file });
  if (status !== 200) throw new Error(`The import was answered with ${status}: ${text.slice(0, 500)}`);
  return JSON.parse(text).counts;
}
