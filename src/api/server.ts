import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import swagger from '@fastify/swagger';
import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
  type RouteOptions,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Fault } from '../base/fault.ts';
import { hideSecrets } from '../contract/sign-in.ts';
import { type Access, findRefusal } from './access/check-access.ts';
import { LoopbackCheck } from './access/loopback.ts';
import { Session } from './access/session.ts';
import { SignInCodes } from './access/sign-in-codes.ts';
import { addBodies } from './add-bodies.ts';
import type { AddRoutes, ApiContext, ApiServer, ServerParts } from './api-context.ts';
import { compileAllButBody, compileValidator } from './compile-validator.ts';
import { bodyLimitBytes } from './curation/body-limit.ts';
import { findProblem } from './framework-fault.ts';
import { KnownRoutes } from './known-routes.ts';
import {
  answerBrokenRequest,
  endSocket,
  hasAnswered,
  isAnswering,
  openErrorHandler,
  openNotFoundHandler,
  sendProblem,
  tooSlow,
} from './on-error.ts';
import { toOpenApiOptions } from './reference/openapi.ts';
import { addCurationRoutes } from './routes/curation.ts';
import { addHealthRoutes } from './routes/health.ts';
import { addHomeRoute, openHome } from './routes/home.ts';
import { addReferenceRoutes } from './routes/reference.ts';
import { addRunEventRoutes } from './routes/run-events.ts';
import { addRunRoutes } from './routes/runs.ts';
import { addSessionRoutes } from './routes/session.ts';
import { dataHeaders } from './security-headers.ts';
import { type LogOptions, openLog, type ServerLog } from './server-log.ts';
import { readStudio } from './studio/read-studio.ts';

export interface TokenAccess {
  readonly token: string;
  /** The codes of the links that sign browsers in. Default: codes that are not printed; POST /v1/sign-in-links makes some. */
  readonly codes?: SignInCodes;
}

interface ServerOptions {
  /** `open`: any caller on this machine may do everything, without a token. */
  readonly access: TokenAccess | 'open';
  readonly log: LogOptions;
  /** Folder of the built Studio. Where it is absent or empty, a page says so, and the API is still served. */
  readonly studio?: string;
  /** How long a client may keep the server waiting. */
  readonly limits?: Partial<ClientLimits>;
  /** Default: all there are. */
  readonly routes?: readonly AddRoutes[];
}

/** Names of datasets and items are parts of addresses. */
const longestPart = 4000;

/** The server, ready to listen. Closing it ends streams, and waits for requests that are under way; the store stays open. */
export async function buildServer(parts: ServerParts, options: ServerOptions): Promise<ApiServer> {
  const log = openLog(options.log);
  const closing = new AbortController();
  const access = openAccess(options.access);
  const codes = (options.access === 'open' ? undefined : options.access.codes) ?? new SignInCodes(parts.clock);
  const routes = new KnownRoutes();
  const limits = { ...usualLimits, ...options.limits };
  const app = openFastify(log, limits);
  watchConnections(app, limits);
  app.setErrorHandler(openErrorHandler(log, parts.clock));
  const studio = options.studio === undefined ? undefined : readStudio(options.studio);
  const sendHome = openHome({ session: access.session, codes, studio });
  app.setNotFoundHandler(openNotFoundHandler(routes, sendHome));
  app.addHook('onRoute', routes.add);
  app.addHook('onRoute', setRouteDefaults);
  app.addHook('onRequest', openDoor(access, limits));
  app.addHook('onListen', (done) => {
    const address = app.server.address();
    if (typeof address === 'object' && address !== null) access.loopback.setPort(address.port);
    done();
  });
  app.addHook('preClose', (done) => {
    // A connection whose last answer is still to come is not idle yet; it shall not linger when it is.
    Object.assign(app.server, { keepAliveTimeout: 1, keepAliveTimeoutBuffer: 0 });
    closing.abort(new Error('The server is stopping.'));
    done();
  });
  if (log.isLevelEnabled('info')) app.addHook('onResponse', openRequestLog(log));
  await addBodies(app);
  await app.register(swagger, toOpenApiOptions(parts.version));
  const context: ApiContext = { ...parts, closing: closing.signal };
  for (const add of options.routes ?? allRoutes) add(app, context);
  addSessionRoutes(app, { session: access.session, codes });
  addHomeRoute(app, sendHome);
  await app.ready();
  return app;
}

function openFastify(log: FastifyBaseLogger, { headMs }: ClientLimits): ApiServer {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: bodyLimitBytes,
    genReqId: toRequestId,
    return503OnClosing: false,
    routerOptions: { maxParamLength: longestPart },
    // A request without a host is refused by `findRefusal`, with a reason.
    http: { requireHostHeader: false, headersTimeout: headMs, connectionsCheckingInterval: headMs / 4 },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      const problem = findProblem(error);
      if (problem === undefined) throw error;
      sendProblem(problem, request, reply);
    },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(compileValidator);
  // Answers are made by our own code, and typed by their schemas; checking each again would cost more than making it.
  app.setSerializerCompiler(() => JSON.stringify);
  return app;
}

function openAccess(access: ServerOptions['access']): Access {
  const loopback = new LoopbackCheck();
  return access === 'open' ? { loopback } : { loopback, session: new Session(access.token) };
}

const NoQuery = z.strictObject({});

function setRouteDefaults(route: RouteOptions): void {
  route.schema = { querystring: NoQuery, ...route.schema };
  if (route.config?.parsesBody === true) route.validatorCompiler = compileAllButBody;
}

type Done = (error?: Error) => void;

/** The one thing that every request passes. */
function openDoor(access: Access, limits: ClientLimits) {
  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    reply.headers(dataHeaders).header('x-request-id', request.id);
    const refusal = findMalformed(request.raw) ?? findRefusal(request, access);
    if (refusal === undefined) watchBody(request.raw, limits);
    done(refusal);
  };
}

function openRequestLog(log: ServerLog) {
  return ({ id, method, url }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply, done: Done): void => {
    const ms = Math.round(elapsedTime);
    log.info({ requestId: id, method, url: hideSecrets(url), status: statusCode, ms }, 'request');
    done();
  };
}

const saneId = /^[\w.-]{1,200}$/;

/** The id that the sender gave the request, if it is safe in a log; else a new one. */
function toRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && saneId.test(given) ? given : randomUUID();
}

/**
 * Why a request is refused before it is looked at, if it is. What Node lets through can be read in two ways: by a part
 * that looks at the first host or at the path, and by one that looks at the last or at the whole.
 */
function findMalformed({ url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>): Fault | undefined {
  if (!url.startsWith('/'))
    return refuse('The request target is not a path.', 'Send only the path, starting with "/".');
  if (url.includes('%00')) return refuse('The path contains a NUL character.', 'Remove %00.');
  const hosts = rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host');
  return hosts.length > 1 ? refuse('The request has more than one Host header.', 'Send one Host header.') : undefined;
}

function refuse(message: string, hint: string): Fault {
  return new Fault({ code: 'API_BAD_REQUEST', message, hint });
}

/** How long a client may keep the server waiting. */
export interface ClientLimits {
  /** For the head of a request to arrive. */
  readonly headMs: number;
  /** At least `bodyBytes` of a body have to arrive in this time. */
  readonly bodyMs: number;
  readonly bodyBytes: number;
  /** An answer that is not read at all, or a connection on which nothing happens. */
  readonly idleMs: number;
}

const usualLimits: ClientLimits = { headMs: 60_000, bodyMs: 60_000, bodyBytes: 1024, idleMs: 75_000 };

/** Frees connections whose other side reads no answer, or keeps silent between requests. */
function watchConnections({ server }: ApiServer, { idleMs }: ClientLimits): void {
  server.setTimeout(idleMs, (socket) => {
    // Nothing waits to be read: it is us who are still at work.
    if (isAnswering(socket) && socket.writableLength === 0) return;
    socket.destroy();
  });
}

/** Ends a request whose body arrives too slowly. While we are the ones who do not read on, it has all the time. */
function watchBody(request: IncomingMessage, { bodyMs, bodyBytes }: ClientLimits): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    const came = socket.bytesRead - seen;
    seen = socket.bytesRead;
    if (request.complete || socket.destroyed) clearInterval(timer);
    else if (came < bodyBytes && request.readableLength === 0) {
      clearInterval(timer);
      cutOff(socket);
    }
  }, bodyMs);
  timer.unref();
  for (const event of ['end', 'close'] as const) request.once(event, () => clearInterval(timer));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function cutOff(socket: Socket): void {
  if (hasAnswered(socket)) socket.destroy();
  else endSocket(socket, tooSlow());
}

/** Every group of addresses under /v1, in the order in which the reference lists them. */
const allRoutes: readonly AddRoutes[] = [
  addCurationRoutes,
  addRunRoutes,
  addRunEventRoutes,
  addReferenceRoutes,
  addHealthRoutes,
];
