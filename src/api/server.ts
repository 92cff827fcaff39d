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
import { hideSecrets } from '../contract/sign-in.ts';
import { type Access, findRefusal } from './access/check-access.ts';
import { LoopbackCheck } from './access/loopback.ts';
import { Session } from './access/session.ts';
import { SignInCodes } from './access/sign-in-codes.ts';
import { findMalformed } from './access/well-formed.ts';
import { addBodies } from './add-bodies.ts';
import type { AddRoutes, ApiContext, ApiServer, ServerParts } from './api-context.ts';
import { compileAllButBody, compileValidator } from './compile-validator.ts';
import { bodyLimitBytes } from './curation/body-limit.ts';
import { findProblem } from './framework-fault.ts';
import { KnownRoutes } from './known-routes.ts';
import { answerBrokenRequest, openErrorHandler, openNotFoundHandler, sendProblem } from './on-error.ts';
import { toOpenApiOptions } from './reference/openapi.ts';
import { toRequestId } from './request-id.ts';
import { allRoutes } from './routes/all-routes.ts';
import { addHomeRoute, openHome } from './routes/home.ts';
import { addSessionRoutes } from './routes/session.ts';
import { dataHeaders } from './security-headers.ts';
import { type LogOptions, openLog, type ServerLog } from './server-log.ts';
import { type ClientLimits, usualLimits, watchBody, watchConnections } from './slow-clients.ts';
import { readStudio } from './studio/read-studio.ts';

export interface TokenAccess {
  readonly token: string;
  /** Of the links that sign browsers in. Default: codes that are not printed; POST /v1/sign-in-links makes some. */
  readonly codes?: SignInCodes;
}

export interface ServerOptions {
  /** `open`: whoever is on this machine may do everything, without a token. */
  readonly access: TokenAccess | 'open';
  readonly log: LogOptions;
  /** Folder of the built Studio. Where it is absent or empty, a page says so; the API is served all the same. */
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
    // A request without a host is refused by us, with a reason.
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
  if (route.config?.isBodyUnchecked === true) route.validatorCompiler = compileAllButBody;
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
