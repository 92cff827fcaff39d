import { definedOnly } from '../../base/defined-only.ts';
import { toErrorBody } from '../error-body.ts';
import { hideSecrets } from '../hide-secrets.ts';
import { TargetError, type TargetErrorInfo } from '../port.ts';
import { findRetryAfterMs } from '../retry-after.ts';

const detailCharacters = 500;

/** An answer whose status says that it is not a reply. `secrets` are removed from its text. */
export function toStatusError(response: Response, body: string, { now, secrets }: ErrorContext): TargetError {
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  const retryAfterMs = findRetryAfterMs(headers, now);
  const details = hideSecrets(body.trim(), secrets).slice(-detailCharacters);
  return new TargetError({
    ...explainStatus(response, toSaid(body, secrets)),
    status,
    ...definedOnly({ retryAfterMs }),
    ...(headers['x-request-id'] === undefined ? {} : { requestId: headers['x-request-id'] }),
    ...(details === '' ? {} : { details }),
  });
}

export interface ErrorContext {
  /** Milliseconds since 1970, for a Retry-After that is a date. */
  readonly now: number;
  /** Texts that may not be shown: the values of our headers. */
  readonly secrets: readonly string[];
}

type Explained = Pick<TargetErrorInfo, 'cause' | 'message' | 'retryable' | 'isUndelivered'>;

const saidCharacters = 200;

/** What the service says in a JSON body, after a colon; empty when it says nothing. */
function toSaid(body: string, secrets: readonly string[]): string {
  const said = hideSecrets(toErrorBody(body).message.trim(), secrets).slice(0, saidCharacters);
  return said === '' ? '' : `: ${said.replace(/\.$/, '')}`;
}

function explainStatus({ status, headers }: Response, said: string): Explained {
  if (status === 429) {
    const message = `Rate limit reached (429)${said}.`;
    return { cause: 'rate-limited', message, retryable: true, isUndelivered: true };
  }
  if (status >= 500 || status === 408 || status === 425) {
    return { cause: 'provider-error', message: `The service failed (${status})${said}.`, retryable: true };
  }
  if (status === 401 || status === 403) {
    const message = `The service rejected the call (${status})${said}. Add the \`headers\` that it needs to the target.`;
    return { cause: 'unauthorized', message, retryable: false };
  }
  if (status < 400) {
    const message = `The address returns a redirect (${status})${toPlace(headers)}, which Turnwise does not follow. Set \`url\` to the final address.`;
    return { cause: 'bad-request', message, retryable: false };
  }
  const hint = status === 404 || status === 405 ? " Fix the target's `url` or `method`." : '';
  return {
    cause: 'bad-request',
    message: `The service rejected the request (${status})${said}.${hint}`,
    retryable: false,
  };
}

/** Where a redirect leads, without what may be secret in it. */
function toPlace(headers: Headers): string {
  const place = URL.parse(headers.get('location') ?? '');
  return place === null ? '' : ` to ${place.origin}${place.pathname}`;
}

/** Errors of a connection that never came about: nothing was sent. */
const notConnected = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** No answer, or one that broke off. */
export function toUnreachable(error: unknown, origin: string): TargetError {
  const reason = findReason(error);
  const message = `Cannot reach the service at ${origin} (${reason}).`;
  const delivery = notConnected.has(reason) ? { isUndelivered: true as const } : {};
  return new TargetError({ cause: 'unreachable', message, retryable: true, ...delivery }, { cause: error });
}

/** `fetch` puts the error of the network under `cause`, sometimes twice: its code, else what the innermost one says. */
function findReason(error: unknown): string {
  let said = 'unknown reason';
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if ('code' in inner && typeof inner.code === 'string') return inner.code;
    said = inner.message;
  }
  return said;
}
