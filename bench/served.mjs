import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { pathToFileURL } from 'node:url';
import { binFile, childFile } from './built-package.mjs';

const token = 'bench';

/** Starts the built `turnwise serve` on a store; `usage` comes when it has stopped. */
export async function serve(store, folder) {
  const preload = pathToFileURL(childFile('report-server.mjs')).href;
  return start(['--import', preload, binFile, 'serve', '--port', '0', '--db', store, '--json'], folder);
}

/** Starts a program of bench/children that prints its address as JSON and stops at SIGTERM. */
export async function start(args, folder) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, TMPDIR: folder, TURNWISE_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  let told = '';
  child.stdio[3].setEncoding('utf8').on('data', (text) => {
    told += text;
  });
  const line = await firstLine(child);
  const { url } = JSON.parse(line);
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  return {
    url,
    process: child.pid,
    ask: (path, options) => ask(new URL(path, url), agent, options),
    stop: async () => {
      agent.destroy();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      return told === '' ? undefined : JSON.parse(told);
    },
  };
}

async function firstLine(child) {
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'));
  }
  throw new Error(`The server ended before it told its address: ${text}`);
}

/** One request; the whole answer as text. */
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

/** Imports a file of items and gives the counts. */
export async function importFile(server, file) {
  const headers = { 'content-type': 'application/x-ndjson', 'content-length': statSync(file).size };
  const { status, text } = await server.ask('/v1/ground-truths', { method: 'POST', headers, file });
  if (status !== 200) throw new Error(`The import was answered with ${status}: ${text.slice(0, 500)}`);
  return JSON.parse(text).counts;
}
