import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLoopback } from '../../api/access/loopback.ts';
import type { LogLevel } from '../../api/log-level.ts';
import { systemClock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { codeParameter } from '../../contract/sign-in.ts';
import { toShownFile } from '../../files/project/project.ts';
import type { Palette } from '../../report/palette.ts';
import { openServerParts, type ServerParts } from '../../wiring/open-server-parts.ts';
import { findStorePath } from '../../wiring/open-store.ts';
import { findActor } from '../curation/find-actor.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { printWarnings } from '../print-warnings.ts';
import { listen, serveUntilInterrupted } from '../serve/listen.ts';
import { renderNewLink, renderServing, type Serving } from '../serve/render-serving.ts';
import { packageFolder, readVersion } from '../version.ts';

export interface ServeCommand {
  readonly port?: number;
  readonly host?: string;
  readonly db?: string;
  readonly documents?: string;
  readonly openAccess?: boolean;
  /** Under which name changes are recorded. */
  readonly user?: string;
  readonly log?: LogLevel;
  readonly json?: boolean;
}

const defaultPort = 4747;

/** What is said when the server listens. */
export type RenderServing = (serving: Serving, palette: Palette) => string;

/** Serves the workspace until it is told to stop. */
export async function serve(command: ServeCommand, io: Io, render: RenderServing = renderServing): Promise<ExitCode> {
  const host = toHost(command.host);
  const clock = io.clock ?? systemClock;
  const parts = await openServerParts({
    store: command.db,
    cwd: io.cwd,
    clock,
    documents: command.documents === undefined ? undefined : resolve(io.cwd, command.documents),
    onProblem: (problem) => printWarnings([problem], io),
  });
  try {
    const access = command.openAccess === true ? undefined : await openTokenAccess(command, io);
    const app = await openServer(parts, { command, io, access });
    const url = await listen(app, { host, port: command.port ?? defaultPort });
    const serving = toServing(command, io, { url, ...access?.start(url) });
    const shown = { ...serving, db: toShownFile(serving.db, io.cwd) };
    io.out(command.json === true ? renderJson(serving) : render(shown, toPalette(io.color.out)));
    return await serveUntilInterrupted(app, io, clock);
  } finally {
    await parts.close();
  }
}

/** The token, and links that sign in: one to begin with, and more as they are needed. */
async function openTokenAccess(command: ServeCommand, io: Io) {
  const { SignInCodes } = await import('../../api/access/sign-in-codes.ts');
  const token = await findToken(io);
  const links: string[] = [];
  let origin = '';
  const codes = new SignInCodes(io.clock ?? systemClock, ({ code }) => {
    const link = `${origin}/?${codeParameter}=${code}`;
    if (links.push(link) > 1 && command.json !== true) io.out(renderNewLink(link, toPalette(io.color.out)));
  });
  const start = (url: string) => {
    origin = url;
    codes.offer();
    return { token, link: links[0] };
  };
  return { token, codes, start };
}

type TokenAccess = Awaited<ReturnType<typeof openTokenAccess>>;

/** The framework is loaded here: no other command waits for it. */
async function openServer(
  parts: ServerParts,
  {
    command,
    io,
    access,
  }: { readonly command: ServeCommand; readonly io: Io; readonly access: TokenAccess | undefined },
) {
  const { buildServer } = await import('../../api/server.ts');
  const actor = { name: findActor(command.user, io), role: 'admin' } as const;
  const { close: _, ...rest } = parts;
  return buildServer(
    { ...rest, clock: io.clock ?? systemClock, version: readVersion(), actorOf: () => actor },
    {
      access: access ?? 'open',
      log: { level: command.log ?? 'warn', write: io.err },
      studio: fileURLToPath(new URL('dist/studio/', packageFolder)),
    },
  );
}

async function findToken({ env }: Io): Promise<string> {
  const { TURNWISE_TOKEN: fixed } = env;
  if (fixed !== undefined && fixed.trim() !== '') return fixed.trim();
  const { makeToken } = await import('../../api/access/session.ts');
  return makeToken();
}

function toHost(host = '127.0.0.1'): string {
  if (!isLoopback(host)) {
    const message = `"${host}" is not a loopback address. Turnwise only listens on this machine.`;
    throw new Fault({ code: 'SERVE_NOT_LOOPBACK', message, hint: 'Remove --host, or use 127.0.0.1 or ::1.' });
  }
  if (host === 'localhost') return '127.0.0.1';
  return host.replace(/^\[(.*)\]$/, '$1');
}

function toServing(
  { db, documents }: ServeCommand,
  { cwd }: Io,
  { url, token, link }: { readonly url: string; readonly token?: string; readonly link?: string | undefined },
): Serving {
  return {
    url,
    link: link ?? `${url}/`,
    ...(token === undefined ? {} : { token }),
    db: findStorePath({ path: db, cwd }),
    ...(documents === undefined ? {} : { documents }),
  };
}

/** For programs: paths are whole. */
function renderJson({ url, link, token, db }: Serving): string {
  return `${JSON.stringify({ url, link, ...(token === undefined ? {} : { token }), db })}\n`;
}
