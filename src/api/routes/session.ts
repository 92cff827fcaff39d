import type { FastifyRequest } from 'fastify';
import { Fault } from '../../base/fault.ts';
import { codeParameter, SignInAnswer, SignInBody, SignInLink } from '../../contract/sign-in.ts';
import type { Session } from '../access/session.ts';
import type { SignInCodes } from '../access/sign-in-codes.ts';
import type { ApiServer } from '../api-context.ts';

export interface SessionParts {
  /** Absent: everyone on this machine has access. */
  readonly session: Session | undefined;
  readonly codes: SignInCodes;
}

/** How a browser gets its session: by a code that the server prints where it was started. */
export function addSessionRoutes(app: ApiServer, { session, codes }: SessionParts): void {
  app.route({
    method: 'POST',
    url: '/v1/session',
    config: { isOpen: true },
    schema: { hide: true, body: SignInBody, response: { 200: SignInAnswer } },
    handler: async ({ body, socket }, reply) => {
      if (session === undefined) return { proof: '' };
      if (!codes.use(body.code)) throw refuseCode();
      reply.header('set-cookie', session.renderCookie(socket.localPort ?? 0));
      return { proof: session.proof };
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/sign-in-links',
    schema: {
      tags: ['server'],
      summary: 'Create a sign-in link',
      description:
        "For a server whose terminal you can't reach. The link signs in one browser and expires after ten minutes.",
      response: { 201: SignInLink },
    },
    handler: async (request, reply) => {
      const { code, expiresAt } = codes.make();
      const query = session === undefined ? '' : `?${codeParameter}=${code}`;
      return reply.code(201).send({ link: `${toOrigin(request)}/${query}`, expiresAt });
    },
  });
}

/** As the caller reaches the server. The host was checked. */
function toOrigin({ headers }: FastifyRequest): string {
  return `http://${headers.host}`;
}

export function refuseCode(): Fault {
  return new Fault({
    code: 'API_UNAUTHORIZED',
    message: 'The sign-in link has expired or was already used.',
    hint: 'Open the newest link the server printed.',
  });
}
