import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Fault } from '../../base/fault.ts';
import { listCookies, type Session } from '../access/session.ts';
import type { ApiServer } from '../api-context.ts';
import { pageHeaders, studioHeaders } from '../security-headers.ts';
import { renderNotBuilt, renderOldLink, renderOpening, renderSignedOut } from '../studio/plain-pages.ts';
import { assetsPath, type StudioFiles } from '../studio/read-studio.ts';
import { sendStudioFile } from '../studio/send-studio-file.ts';
import { withoutToken } from '../studio/without-token.ts';

export interface HomeOptions {
  /** Absent: whoever is on this machine is let in. */
  readonly session: Session | undefined;
  /** Absent: the Studio was not built. */
  readonly studio: StudioFiles | undefined;
}

/** Answers a request outside the API; undefined: there is nothing at its address. */
export type SendHome = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

/**
 * Everything outside the API: the files of the Studio, which are the same for everybody, and its page, which every
 * address gets that a browser may be at. `?token=…` at any of them leaves a cookie and goes on without it.
 */
export function openHome({ session, studio }: HomeOptions): SendHome {
  return (request, reply) => {
    const { pathname, searchParams } = toAddress(request.url);
    const file = studio?.files.get(pathname);
    if (file !== undefined) return sendStudioFile(file, request, reply);
    if (pathname.startsWith(assetsPath)) return undefined;
    const isHtml = request.headers.accept?.includes('text/html') === true;
    const token = searchParams.get('token');
    if (token !== null) return letIn({ request, reply, token, isHtml }, session);
    if (pathname !== '/' && !isHtml) return undefined;
    if (!isIn(request, session)) return sendSignedOut(request, reply);
    if (studio === undefined) return reply.headers(pageHeaders).send(renderNotBuilt());
    return sendStudioFile(studio.index, request, reply.headers(studioHeaders));
  };
}

/** The front page; every other address of the Studio is one that no route takes. */
export function addHomeRoute(app: ApiServer, sendHome: SendHome): void {
  app.route({
    method: 'GET',
    url: '/',
    config: { isOpen: true },
    // What is worth packing is packed already.
    compress: false,
    schema: { hide: true, querystring: z.looseObject({}) },
    handler: (request, reply) => sendHome(request, reply),
  });
}

/** The path as it was written, for it is looked up and not followed. */
function toAddress(url: string): { readonly pathname: string; readonly searchParams: URLSearchParams } {
  const [pathname = '', query = ''] = url.split(/\?(.*)/s, 2);
  return { pathname, searchParams: new URLSearchParams(query) };
}

interface LinkVisit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly token: string;
  readonly isHtml: boolean;
}

function letIn({ request, reply, token, isHtml }: LinkVisit, session: Session | undefined): FastifyReply {
  if (session !== undefined) {
    if (!session.isToken(token)) {
      if (!isHtml) throw refuseLink();
      return reply.code(401).headers(pageHeaders).send(renderOldLink());
    }
    reply.header('set-cookie', session.renderCookie(request.socket.localPort ?? 0));
  }
  return reply.redirect(withoutToken(request.url), 303);
}

function isIn({ headers }: FastifyRequest, session: Session | undefined): boolean {
  return session === undefined || session.hasCookie(listCookies(headers.cookie));
}

function sendSignedOut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers(pageHeaders);
  if (isSentElsewhere(request)) return reply.header('refresh', '0').send(renderOpening());
  return reply.send(renderSignedOut());
}

/**
 * Whether a page of another site led here, as a link in a chat does. The browser keeps the cookie back then, because it
 * is strict; loaded once more by our own page, the same address comes with the cookie where there is one.
 */
function isSentElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return headers['sec-fetch-mode'] === 'navigate' && (site === 'cross-site' || site === 'same-site');
}

function refuseLink(): Fault {
  return new Fault({
    code: 'API_UNAUTHORIZED',
    message: 'The link has another token than the server.',
    hint: 'Open the link that the server printed when it started last.',
  });
}
