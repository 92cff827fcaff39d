import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Clock } from '../base/clock.ts';
import type { DocumentSearch } from '../documents/port.ts';
import type { Store } from '../store/port.ts';

/** What a caller may do: a reviewer reviews, a lead assigns and decides, an admin may do everything. */
type ActorRole = 'reviewer' | 'lead' | 'admin';

/** The caller of a request. */
export interface Actor {
  readonly name: string;
  readonly role: ActorRole;
}

/** Everything that routes work with. The code that starts the server passes it. */
export interface ServerParts {
  readonly store: Store;
  readonly clock: Clock;
  /** Search of reference documents, where there is one. */
  readonly documents?: DocumentSearch;
  /** Root of the project whose decks people can score by, where there is one. */
  readonly projectRoot?: string;
  /** Of Turnwise. */
  readonly version: string;
  /** The user who sent an authorized request. On one machine it is always the same person. */
  readonly actorOf: (request: FastifyRequest) => Actor;
  readonly newTurnId: () => string;
}

export interface ApiContext extends ServerParts {
  /** Aborted when the server is about to stop: long answers end now. */
  readonly closing: AbortSignal;
}

/** The server as routes see it: requests are typed by the zod schemas of their route. */
export type ApiServer = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Adds routes. Each file of `routes/` has one. */
export type AddRoutes = (app: ApiServer, context: ApiContext) => void;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may also be NDJSON; `request.body` is then an unread stream of bytes. */
    readonly takesLines?: boolean;
    /** The body is a file as it is, sent as bytes; `request.body` is then an unread stream of them. */
    readonly takesFile?: boolean;
    /** The handler parses the body itself, because the parser needs more than the body or has its own error codes. */
    readonly parsesBody?: boolean;
  }
}
