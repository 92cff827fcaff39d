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
import { type Access, findRefusal } from './access/check-access.ts';
import { LoopbackCheck } from './access/loopback.ts';
import { Session } from './access/session.ts';
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
import { dataHeaders } from './security-headers.ts';
import { hideToken, type LogOptions, openLog, type ServerLog } from './server-log.ts';
import { readStudio } from './studio/read-studio.ts';

export interface ServerOptions {
  /** `open`: whoever is on this machine may do everything, without a token. */
  readonly access: { readonly token: string } | 'open';
  readonly log: LogOptions;
  /** Folder of the built Studio. Where it is absent or empty, a page says so; the API is served all the same. */
  readonly studio?: string;
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
  const routes = new KnownRoutes();
  const app = openFastify(log);
  app.setErrorHandler(openErrorHandler(log, parts.clock));
  const studio = options.studio === undefined ? undefined : readStudio(options.studio);
  const sendHome = openHome({ session: access.session, studio });
  app.setNotFoundHandler(openNotFoundHandler(routes, sendHome));
  app.addHook('onRoute', routes.add);
  app.addHook('onRoute', setRouteDefaults);
  app.addHook('onRequest', openDoor(access));
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
  addHomeRoute(app, sendHome);
  await app.ready();
  return app;
}

function openFastify(log: FastifyBaseLogger): ApiServer {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: bodyLimitBytes,
    genReqId: toRequestId,
    return503OnClosing: false,
    routerOptions: { maxParamLength: longestPart },
    // A request without a host is refused by us, with a reason.
    http: { requireHostHeader: false },
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
function openDoor(access: Access) {
  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    reply.headers(dataHeaders).header('x-request-id', request.id);
    if (request.url.includes('%00')) done(refuseNul());
    else done(findRefusal(request, access));
  };
}

function refuseNul(): Fault {
  const message = 'The address holds a NUL character.';
  return new Fault({ code: 'API_BAD_REQUEST', message, hint: 'Take %00 out of it.' });
}

function openRequestLog(log: ServerLog) {
  return ({ id, method, url }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply, done: Done): void => {
    const ms = Math.round(elapsedTime);
    log.info({ requestId: id, method, url: hideToken(url), status: statusCode, ms }, 'request');
    done();
  };
}
