import { definedOnly } from '../base/defined-only.ts';
import { Fault } from '../base/fault.ts';
import type { FaultCode } from '../base/fault-codes.ts';
import { ApiProblem } from './problem.ts';

interface Meaning {
  readonly code: FaultCode;
  readonly message: string;
  readonly hint?: string;
  readonly status?: number;
}

/** Errors of the framework and its parts that the sender of the request can fix, by their code. */
const meanings: Readonly<Record<string, Meaning>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'API_TOO_BIG',
    message: 'The body is too large.',
    hint: 'Send fewer items at once, or NDJSON (application/x-ndjson), which is streamed.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'API_UNSUPPORTED_TYPE',
    message: "This endpoint doesn't accept this Content-Type.",
    hint: 'Send it as application/json.',
  },
  FST_ERR_CTP_EMPTY_TYPE: {
    code: 'API_UNSUPPORTED_TYPE',
    message: 'The body has no Content-Type.',
    hint: 'Send it as application/json.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'API_BAD_REQUEST',
    message: "The body's length doesn't match its Content-Length.",
  },
  FST_ERR_BAD_URL: {
    code: 'API_BAD_REQUEST',
    message: 'The URL is not valid percent-encoding.',
    hint: 'Write a percent sign as %25, and each UTF-8 byte as %XX.',
  },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'API_TOO_BIG', message: 'A part of the URL is too long.', status: 414 },
  FST_CP_ERR_INVALID_CONTENT_ENCODING: {
    code: 'API_UNSUPPORTED_TYPE',
    message: 'Unknown Content-Encoding.',
    hint: 'Send the body uncompressed, or use gzip, br or deflate.',
  },
  FST_CP_ERR_INVALID_CONTENT: {
    code: 'API_BAD_REQUEST',
    message: "Couldn't decompress the body. It doesn't match its Content-Encoding, or it was cut off.",
  },
  ECONNRESET: { code: 'API_BAD_REQUEST', message: 'The connection closed in the middle of the request.' },
  ERR_STREAM_PREMATURE_CLOSE: { code: 'API_BAD_REQUEST', message: 'The body ended too early.' },
  Z_DATA_ERROR: { code: 'API_BAD_REQUEST', message: "Couldn't decompress the body." },
  Z_BUF_ERROR: { code: 'API_BAD_REQUEST', message: "Couldn't decompress the body. It was cut off." },
};

/** Whatever was thrown, as a problem to answer with; undefined for a bug. */
export function findProblem(error: unknown): ApiProblem | undefined {
  if (error instanceof ApiProblem) return error;
  if (error instanceof Fault) return new ApiProblem(error, toRetryHeader(error.code));
  const meaning = meanings[codeOf(error)] ?? findOther(error);
  if (meaning === undefined) return undefined;
  const { status, ...problem } = meaning;
  return new ApiProblem(new Fault(problem, { cause: error }), definedOnly({ status }));
}

/** A lock is over soon, a full disk is not. */
function toRetryHeader(code: FaultCode): { readonly headers?: Readonly<Record<string, string>> } {
  return code === 'STORE_LOCKED' || code === 'API_NOT_READY' ? { headers: { 'retry-after': '1' } } : {};
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Any other error of the framework that says itself that the request is to blame. */
function findOther(error: unknown): Meaning | undefined {
  if (!codeOf(error).startsWith('FST_')) return undefined;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status < 400 || status > 499) return undefined;
  return { code: 'API_BAD_REQUEST', message: 'The request is malformed.', status };
}
