import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { Fault } from '../../base/fault.ts';
import type { ExitCode, Io } from '../io.ts';
import { type ServeCommand, serve } from './serve.ts';

interface Started {
  readonly printed: string;
  readonly errors: () => string;
  /** What was printed after that. */
  readonly more: () => string;
  /** As Ctrl-C would; the second one is in a hurry. */
  readonly interrupt: () => void;
  readonly ended: Promise<ExitCode>;
}

/** Runs the command until it has printed where it is. */
async function start(command: ServeCommand, env: Io['env'] = {}, cwd = makeProject()): Promise<Started> {
  const printed = Promise.withResolvers<string>();
  let errors = '';
  let out = '';
  let times = 0;
  let interruptServer: (times: number) => void = () => {};
  const io: Io = {
    out: (text) => {
      out += text;
      printed.resolve(text);
    },
    err: (text) => {
      errors += text;
    },
    cwd,
    env,
    isInteractive: false,
    onInterrupt: (listener) => {
      interruptServer = listener;
      return () => {};
    },
    color: { out: false, err: false },
    columns: 100,
  };
  const ended = serve({ port: 0, ...command }, io);
  ended.catch(printed.reject);
  const interrupt = () => interruptServer(++times);
  const first = await printed.promise;
  return { printed: first, more: () => out.slice(first.length), errors: () => errors, interrupt, ended };
}

async function stop({ interrupt, ended }: Started): Promise<ExitCode> {
  interrupt();
  return ended;
}

describe('turnwise serve', () => {
  it('prints a link that lets a browser in, and stops when it is told to', async () => {
    const server = await start({});
    const link = /http:\/\/127\.0\.0\.1:\d+\/\?code=[\w-]{22}/.exec(server.printed)?.[0] ?? '';
    const { origin, searchParams } = new URL(link);
    expect(server.printed).toContain('.turnwise/turnwise.db');
    expect(server.printed).toContain('/v1/reference');
    expect(server.printed).toContain('Press Ctrl-C to stop.');
    const answer = await fetch(`${origin}/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: searchParams.get('code') }),
    });
    expect(answer.headers.get('set-cookie')).toContain('turnwise_session_');
    expect(server.more()).toBe('');
    // Opened a second time by another browser, and by one that has the cookie alone.
    const page = await (await fetch(link, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('newest link from the terminal');
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await fetch(link, { headers: { accept: 'text/html', cookie }, redirect: 'manual' })).status).toBe(303);
    expect(server.more()).toMatch(/^ {2}Studio {5}http:\/\/127\.0\.0\.1:\d+\/\?code=[\w-]{22}\n$/);
    expect(server.more()).not.toContain(link);
    expect(await stop(server)).toBe(0);
    await expect(fetch(link)).rejects.toThrow();
    expect(server.errors()).toBe('');
  });

  it('prints one line of JSON for scripts, with the token of the environment', async () => {
    const cwd = makeProject();
    const server = await start({ json: true, db: 'my.db' }, { TURNWISE_TOKEN: 'fixed' }, cwd);
    const { url, link, token, db } = JSON.parse(server.printed);
    expect(link).toMatch(/\/\?code=[\w-]{22}$/);
    expect({ token, db }).toEqual({ token: 'fixed', db: join(cwd, 'my.db') });
    const answer = await fetch(`${url}/v1/runs`, { headers: { authorization: 'Bearer fixed' } });
    expect(await answer.json()).toEqual({ runs: [], before: null });
    expect(await stop(server)).toBe(0);
  });

  it('needs no token with --open-access', async () => {
    const server = await start({ json: true, openAccess: true }, { TURNWISE_TOKEN: 'fixed' });
    const { url, token } = JSON.parse(server.printed);
    expect(token).toBeUndefined();
    expect((await fetch(`${url}/v1/runs`)).status).toBe(200);
    await stop(server);
  });

  it('logs requests when it is asked to', async () => {
    const server = await start({ json: true, log: 'info' });
    await fetch(`${JSON.parse(server.printed).url}/healthz`);
    await stop(server);
    expect(server.errors()).toContain('"url":"/healthz","status":200');
  });

  it('lets a request under way come to its end before it stops', async () => {
    const server = await start({ json: true });
    const { url, token } = JSON.parse(server.printed);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', expect: '100-continue' };
    const sent = request(`${url}/v1/labels`, { method: 'POST', headers });
    const answered = once(sent, 'response');
    sent.flushHeaders();
    // The server has the head of the request, and waits for its body.
    await once(sent, 'continue');
    server.interrupt();
    sent.end('{"half": 1}');
    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(422);
    expect(await server.ended).toBe(0);
  });

  it.each(['0.0.0.0', '192.168.0.1', 'example.org', '::'])('refuses the host %s', async (host) => {
    const refused: unknown = await start({ host }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Fault);
    expect(refused).toMatchObject({ code: 'SERVE_NOT_LOOPBACK' });
  });

  it('says that the port is taken, and by which option to take another', async () => {
    const other = createServer();
    onTestFinished(() => {
      other.close();
    });
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    // A server that listens on a port has an address of this kind.
    const { port } = other.address() as AddressInfo;
    const refused: unknown = await start({ port }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'SERVE_PORT_TAKEN',
      problems: [{ hint: expect.stringContaining('--port') }],
    });
  });

  it('refuses a folder of documents that is not there, before anything is made', async () => {
    const refused: unknown = await start({ documents: 'nowhere' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'FILE_MISSING' });
  });
});
