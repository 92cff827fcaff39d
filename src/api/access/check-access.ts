import type { FastifyRequest } from 'fastify';
import { Fault } from '../../base/fault.ts';
import { proofHeader } from '../../contract/sign-in.ts';
import { ApiProblem } from '../problem.ts';
import type { LoopbackCheck } from './loopback.ts';
import { listCookies, type Session } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers without a token. */
    readonly isOpen?: boolean;
    /** Contains no data, and is reached by a link, which sends no header: the session cookie alone is enough. */
    readonly isLinked?: boolean;
  }
}

export interface Access {
  readonly loopback: LoopbackCheck;
  /** Absent: any caller on this machine may do everything. */
  readonly session?: Session;
}

/** Lets a request in, or says why not. Runs before anything else of the request is looked at. */
export function findRefusal(request: FastifyRequest, { loopback, session }: Access): ApiProblem | Fault | undefined {
  const { host, origin } = request.headers;
  if (!loopback.isOurHost(host)) return refuseHost(host);
  if (origin !== undefined && !loopback.isOurOrigin(origin)) return refuseOrigin(origin);
  // Without a token the server still refuses pages of other origins.
  if (session === undefined) return isFromElsewhere(request) ? refuseForgery() : undefined;
  if (request.routeOptions.config?.isOpen === true || isHomeRequest(request)) return undefined;
  const { authorization } = request.headers;
  if (authorization !== undefined) return session.isBearer(authorization) ? undefined : refuseToken('an invalid one');
  const cookies = listCookies(request.headers.cookie);
  if (cookies.length === 0) return refuseToken('no token');
  if (!session.hasCookie(cookies)) return refuseToken('an expired cookie, or one of another server');
  if (isForged(request)) return refuseForgery();
  if (request.routeOptions.config?.isLinked === true) return undefined;
  return session.isProof(request.headers[proofHeader]) ? undefined : refuseToken('only the session cookie');
}

/** Whether a request that no route takes is for the Studio, which has its own page for signed-out browsers. */
export function isHomeRequest({ is404, method, url }: FastifyRequest): boolean {
  return is404 && (method === 'GET' || method === 'HEAD') && !/^\/v1([/?]|$)/.test(url);
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser adds the cookie to whatever any page sends here. A change has to say that it comes from a page of this server:
 * `Origin` (checked already if present) or `Sec-Fetch-Site`.
 */
function isForged(request: FastifyRequest): boolean {
  if (isFromElsewhere(request)) return true;
  const { origin, 'sec-fetch-site': site } = request.headers;
  return !safeMethods.has(request.method) && origin === undefined && site !== 'same-origin';
}

/** What a browser says that another site, or another port, started; following a link to a page is harmless. */
function isFromElsewhere({ headers, method }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return !(headers['sec-fetch-mode'] === 'navigate' && safeMethods.has(method));
}

function refuseHost(host: string | undefined): Fault {
  return new Fault({
    code: 'API_BAD_HOST',
    message: `Host not allowed: ${host === undefined ? 'none given' : JSON.stringify(host.slice(0, 100))}.`,
    hint: 'Use the URL the server printed: 127.0.0.1 or localhost, with its port.',
  });
}

function refuseOrigin(origin: string): Fault {
  const message = `Origin not allowed: ${JSON.stringify(origin.slice(0, 100))}.`;
  return new Fault({ code: 'API_BAD_HOST', message, hint: 'Only pages served by this server can send requests here.' });
}

function refuseForgery(): Fault {
  return new Fault({
    code: 'API_BAD_HOST',
    message: 'The request has no Origin or Sec-Fetch-Site header of this server.',
    hint: 'In a script, send the token instead: Authorization: Bearer <token>.',
  });
}

function refuseToken(got: string): ApiProblem {
  const fault = new Fault({
    code: 'API_UNAUTHORIZED',
    message: `The request needs the server's token, got ${got}.`,
    hint: 'Open the newest link the server printed, or send: Authorization: Bearer <token>.',
  });
  return new ApiProblem(fault, { headers: { 'www-authenticate': 'Bearer realm="turnwise"' } });
}
