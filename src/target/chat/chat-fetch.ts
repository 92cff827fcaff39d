import { isPlainObject } from '../../base/plain-object.ts';
import { replyLimitCharacters, TargetError } from '../port.ts';

interface ChatFetchOptions {
  readonly fetch: typeof fetch;
  /** Merged into the body of every request. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** Most bytes of a body that are read. */
  readonly limitBytes?: number;
}

/** A character of a reply is at most three bytes of UTF-8, and the rest of the body is small. */
export const bodyLimitBytes = 3 * replyLimitCharacters;

/**
 * What the packages of the providers call instead of `fetch`. Redirects are not followed: the headers, and with them
 * the key, would go to an address that no file names.
 */
export function toChatFetch(options: ChatFetchOptions): typeof globalThis.fetch {
  const { fetch, extra, limitBytes = bodyLimitBytes } = options;
  const hasExtra = Object.keys(extra).length > 0;
  return async (input, init) => {
    const body = hasExtra && typeof init?.body === 'string' ? mergeBody(init.body, extra) : init?.body;
    const response = await fetch(input, { ...init, redirect: 'manual', ...(body == null ? {} : { body }) });
    boundBody(response, limitBytes);
    return response;
  };
}

/**
 * Makes reading the body fail once it is over the limit. The packages read `response.body.getReader()`, so that is what
 * is replaced: another stream around the body would cost more than the rest of this file.
 */
function boundBody(response: Response, limitBytes: number): void {
  const { body } = response;
  if (body === null) return;
  const getReader = () => toBoundedReader(body.getReader(), limitBytes);
  Object.defineProperty(response, 'body', { value: { getReader, cancel: () => body.cancel() } });
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

function toBoundedReader(reader: Reader, limitBytes: number): Pick<Reader, 'read' | 'cancel' | 'releaseLock'> {
  let bytes = 0;
  const count = (result: Awaited<ReturnType<Reader['read']>>) => {
    bytes += result.value?.byteLength ?? 0;
    if (bytes > limitBytes) throw toTooLong();
    return result;
  };
  return {
    read: () => reader.read().then(count),
    cancel: (reason) => reader.cancel(reason),
    releaseLock: () => reader.releaseLock(),
  };
}

/** The error of a reply over the limit. */
export function toTooLong(): TargetError {
  const millions = replyLimitCharacters / 1_000_000;
  return new TargetError({
    cause: 'reply-too-long',
    message: `The reply is longer than ${millions} million characters.`,
    retryable: false,
  });
}

/** The JSON text of a request with more keys: mappings are merged, anything else is replaced. */
export function mergeBody(body: string, extra: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(merge(JSON.parse(body), extra));
}

function merge(base: unknown, extra: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(extra)) return extra;
  const merged = { ...base };
  for (const [key, value] of Object.entries(extra)) {
    merged[key] = Object.hasOwn(base, key) ? merge(base[key], value) : value;
  }
  return merged;
}
