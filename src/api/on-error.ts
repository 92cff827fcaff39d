import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { hideSecrets } from '../contract/sign-in.ts';
import { isHomeRequest } from './access/check-access.ts';
import { explainEarlierCall } from './earlier-curator.ts';
import { findProblem } from './framework-fault.ts';
import type { KnownRoutes } from './known-routes.ts';
import { ApiProblem, problemType, toProblemAnswer } from './problem.ts';
import type { SendHome } from './routes/home.ts';
import { dataHeaders } from './security-headers.ts';
import type { ServerLog } from './server-log.ts';

/** Answers anything that was thrown. What the sender cannot fix is logged with its stack, and answered with its id alone. */
export function openErrorHandler(log: ServerLog, clock: Clock) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const problem = findProblem(error) ?? toInternal(error, request, log);
    if (problem.status === 413) await drainRequest(request.raw, clock);
    if (problem.status === 401 || problem.status === 403) closeAfterwards(request, reply, clock);
    return sendProblem(problem, request, reply);
  };
}

/** A refused client loses the connection too, after what it is still sending was read, up to a limit. */
function closeAfterwards({ raw }: FastifyRequest, reply: FastifyReply, clock: Clock): void {
  if (raw.complete) return;
  reply.raw.once('finish', () => void drainRequest(raw, clock).then(() => raw.complete || raw.destroy()));
}

/** Also for requests that got to no route, where no hook ran before. */
export function sendProblem(problem: ApiProblem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { id } = request;
  const answer = toProblemAnswer(problem, problem.status >= 500 ? id : undefined);
  return reply
    .code(problem.status)
    .headers(dataHeaders)
    .headers(problem.headers)
    .header('x-request-id', id)
    .header('content-type', problemType)
    .send(JSON.stringify(answer));
}

function toInternal(error: unknown, { id, method, url }: FastifyRequest, log: ServerLog): ApiProblem {
  log.error({ requestId: id, method, url: hideSecrets(url), err: error }, 'request failed with an internal error');
  const message = 'Internal error. Your request is not the cause.';
  const hint = `Find the details in the server log under request ID ${id}.`;
  return new ApiProblem(new Fault({ code: 'API_INTERNAL', message, hint }));
}

/** No route takes the request: it is for the Studio, or nothing is at the address, or nothing for this method. */
export function openNotFoundHandler(routes: KnownRoutes, sendHome: SendHome) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const sent = isHomeRequest(request) ? sendHome(request, reply.code(200)) : undefined;
    if (sent !== undefined) return sent;
    const [path = ''] = request.url.split('?', 1);
    const methods = routes.listMethods(path);
    const asked = `${request.method} ${path.slice(0, 200)}`;
    const advice = explainEarlierCall({ method: request.method, path, isKnown: methods.length > 0 });
    if (methods.length === 0) {
      const message = `Nothing at ${asked}.`;
      throw new Fault({ code: 'API_NOT_FOUND', message, hint: advice ?? 'See /v1/reference for all endpoints.' });
    }
    const allow = methods.join(', ');
    const fault = new Fault({
      code: 'API_METHOD_NOT_ALLOWED',
      message: `${asked} is not supported.`,
      hint: advice ?? `This endpoint supports ${allow}.`,
    });
    throw new ApiProblem(fault, { headers: { allow } });
  };
}

/** What is wrong before it is a request: there is only a socket to answer on. */
export function answerBrokenRequest(error: ConnectionError, socket: Socket): void {
  // The client disconnected, or was answered already.
  if (error.code === 'ECONNRESET' || !socket.writable || hasAnswered(socket)) {
    socket.destroy();
    return;
  }
  endSocket(socket, toConnectionProblem(error.code));
}

/** How long the other side has to take the last answer; then the connection is freed, whether it is closed there or not. */
const farewellMs = 1000;

/** Answers where no reply can be sent, and ends the connection. */
export function endSocket(socket: Socket, problem: ApiProblem): void {
  const body = JSON.stringify(toProblemAnswer(problem));
  const headers = { ...dataHeaders, 'content-type': problemType, connection: 'close' };
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), farewellMs).unref();
}

/** Whether the head of an answer is out. */
export function hasAnswered(socket: Socket): boolean {
  const message = findAnswer(socket);
  return message !== undefined && Reflect.get(message, '_headerSent') === true;
}

/** Whether a request is being answered, even if nothing of the answer was sent yet. */
export function isAnswering(socket: Socket): boolean {
  return findAnswer(socket) !== undefined;
}

/** Node keeps the answer that is being written on the socket, under a name that is not in the types. */
function findAnswer(socket: Socket): object | undefined {
  const message: unknown = Reflect.get(socket, '_httpMessage');
  return typeof message === 'object' && message !== null ? message : undefined;
}

export function tooSlow(): ApiProblem {
  const message = 'The request took too long to arrive.';
  return new ApiProblem(new Fault({ code: 'API_TIMEOUT', message, hint: 'Send it again.' }));
}

function toConnectionProblem(code: string): ApiProblem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = 'The URL and headers of the request are too long.';
    return new ApiProblem(new Fault({ code: 'API_TOO_BIG', message }), { status: 431 });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return tooSlow();
  }
  return new ApiProblem(new Fault({ code: 'API_BAD_REQUEST', message: 'This is not an HTTP request.' }));
}

const mostBytes = 256 * 1024 * 1024;
const mostMs = 10_000;

/**
 * Reads the rest of a request and throws it away: most clients look for an answer only when all is sent, and a
 * connection that is closed before takes the answer with it. Ends early with a body without end, or a slow one.
 */
async function drainRequest(request: IncomingMessage, clock: Clock): Promise<void> {
  if (request.complete || request.destroyed) return;
  const stop = new AbortController();
  const isOver = new Promise<void>((resolve) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) resolve();
    });
    for (const event of ['end', 'close', 'error']) request.once(event, () => resolve());
  });
  request.resume();
  await Promise.race([isOver, clock.sleep(mostMs, stop.signal).catch(() => {})]);
  stop.abort();
}
