import { AISDKError, APICallError, InvalidResponseDataError } from '@ai-sdk/provider';
import { definedOnly } from '../../base/defined-only.ts';
import { toTooDeep } from '../assert-shallow.ts';
import { type ErrorBody, toData, toErrorBody } from '../error-body.ts';
import { hideInEnd, hideSecrets } from '../hide-secrets.ts';
import { TargetError } from '../port.ts';
import { findRetryAfterMs, findRetryDelayMs } from '../retry-after.ts';
import { findRefusal, toRefused } from './find-refusal.ts';
import { findRequestId } from './request-id.ts';
import { type Failure, toFailure } from './to-failure.ts';

export interface ErrorContext {
  /** Milliseconds since 1970, for a Retry-After that names a date. */
  readonly now: number;
  /** Texts that must not appear in the error. */
  readonly secrets: readonly string[];
  /** Whether a key was sent. */
  readonly hasKey: boolean;
  /** The address that was given, if any. */
  readonly address?: string | undefined;
}

const malformedMessage = 'The response does not match the JSON format of the provider.';
const detailsLength = 500;
/** What is searched for secrets before it is cut: more than is kept, so that no half of one stays. */
const longestDetails = 10_000;
const messageLength = 300;

/**
 * What a call threw, as the port has it; anything that is not the world's fault comes back as it is. The errors of the
 * packages are not kept as the cause: they contain the whole request.
 */
export function toTargetError(error: unknown, context: ErrorContext): unknown {
  const own = findInCauses(error, (cause) => cause instanceof TargetError);
  if (APICallError.isInstance(error)) {
    if (findStatus(error) === undefined && own !== undefined) return own;
    return hasAnswer(error) ? toAnswerError(error, context) : toUnreachable(error.cause ?? error.message, context);
  }
  if (own !== undefined) return own;
  // What is sent is bounded, so it was the answer that the package ran out of stack on.
  if (error instanceof RangeError) return toTooDeep();
  if (InvalidResponseDataError.isInstance(error)) {
    return new TargetError({ cause: 'malformed-reply', message: malformedMessage, retryable: true });
  }
  if (AISDKError.isInstance(error)) {
    return new TargetError({ cause: 'bad-request', message: error.message, retryable: false });
  }
  return findNetworkCode(error) === undefined ? error : toUnreachable(error, context);
}

/** The status of an answer that is an error by its status. */
function findStatus({ statusCode, responseBody }: APICallError): number | undefined {
  // Text is what came; an object was parsed from an answer of status 200, and the package made the status up.
  return statusCode !== undefined && statusCode >= 300 && typeof responseBody !== 'object' ? statusCode : undefined;
}

/** Whether an answer is complete. One of status 200 that broke off within its body has no body here. */
function hasAnswer(error: APICallError): boolean {
  return error.responseBody !== undefined || findStatus(error) !== undefined;
}

function toAnswerError(error: APICallError, context: ErrorContext): TargetError {
  const status = findStatus(error);
  const refusal = status === undefined ? findRefusal(toData(error.responseBody)) : undefined;
  if (refusal !== undefined) return toRefused(refusal, findRequestId(error.responseHeaders));
  const body = toErrorBody(error.responseBody);
  const failure = status === undefined ? toInnerFailure(body) : toFailure(status, body, context.hasKey);
  const retryAfterMs = findRetryAfterMs(error.responseHeaders ?? {}, context.now) ?? findRetryDelayMs(body.text);
  const requestId = findRequestId(error.responseHeaders);
  const details = hideInEnd(body.text.slice(-longestDetails), context.secrets).slice(-detailsLength);
  return new TargetError({
    ...failure,
    message: hideSecrets(failure.message, context.secrets).slice(0, messageLength),
    ...definedOnly({ status, requestId, retryAfterMs }),
    ...(details === '' ? {} : { details }),
  });
}

/** An answer of status 200 that is not a reply may still say what went wrong: OpenAI's responses do, and OpenRouter. */
function toInnerFailure(body: ErrorBody): Failure {
  if (!body.isError) return { cause: 'malformed-reply', retryable: true, message: malformedMessage };
  if (body.codes.includes('rate_limit_exceeded')) return toFailure(429, body);
  if (body.codes.includes('server_error')) return toFailure(500, body);
  return toFailure(body.status ?? 400, body);
}

function toUnreachable(error: unknown, { address }: ErrorContext): TargetError {
  const where = address === undefined ? 'the provider' : `the provider at ${address}`;
  const code = findNetworkCode(error);
  const reason = code ?? (error instanceof Error ? error.message : String(error));
  const isTimeout = code?.endsWith('_TIMEOUT') === true && code !== 'UND_ERR_CONNECT_TIMEOUT';
  const message = isTimeout
    ? `No response in time from ${where} (${reason}).`
    : `Cannot reach ${where}, or the connection broke (${reason}).`;
  return new TargetError({ cause: isTimeout ? 'timeout' : 'unreachable', message, retryable: true }, { cause: error });
}

/** The code of the socket or of the name lookup, such as ECONNREFUSED. */
function findNetworkCode(error: unknown): string | undefined {
  const found = findInCauses(error, (cause) => 'code' in cause && typeof cause.code === 'string');
  return found !== undefined && 'code' in found && typeof found.code === 'string' ? found.code : undefined;
}

function findInCauses(error: unknown, matches: (cause: Error) => boolean): Error | undefined {
  // Bounded: a chain of causes could bite its own tail.
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; cause = cause.cause, depth += 1) {
    if (matches(cause)) return cause;
  }
  return undefined;
}
