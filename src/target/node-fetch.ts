import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

interface NodeFetchOptions {
  /** Most bytes of a body that are read. */
  readonly limitBytes: number;
  /** The error of a body over the limit. */
  readonly toTooLong: () => Error;
}

/**
 * `fetch` as far as calling a model goes: text is sent, the whole answer is read, redirects are never followed. Built on
 * `node:http`, because the global `fetch` takes more than twice the processor time and three times the memory for such
 * a call, which is more than everything else a run does. Connections are kept by Node's global agents, so Node's own
 * settings for proxies apply here too.
 */
export function openNodeFetch(options: NodeFetchOptions): typeof globalThis.fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { method = 'GET', headers, signal } = init;
      signal?.throwIfAborted();
      const text = toText(init.body);
      const url = new URL(input instanceof Request ? input.url : input);
      const send = url.protocol === 'https:' ? requestSecure : requestPlain;
      const request = send(url, { method, headers: Object.fromEntries(new Headers(headers)) });
      const stop = () => fail(signal?.reason);
      const fail = (error: unknown) => {
        signal?.removeEventListener('abort', stop);
        reject(error);
        request.destroy();
      };
      const succeed = (response: Response) => {
        signal?.removeEventListener('abort', stop);
        resolve(response);
      };
      signal?.addEventListener('abort', stop, { once: true });
      // Stays on: destroying a request emits another error, and an error without a listener ends the process.
      request.on('error', fail);
      request.on('response', (message) => void readResponse(message, options).then(succeed, fail));
      request.end(text);
    });
}

async function readResponse(message: IncomingMessage, options: NodeFetchOptions): Promise<Response> {
  return toResponse(message, unpack(await readBody(message, options), message, options));
}

type Bytes = Buffer<ArrayBuffer>;

function readBody(message: IncomingMessage, { limitBytes, toTooLong }: NodeFetchOptions): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const blocks: Buffer[] = [];
    let size = 0;
    message.on('data', (block: Buffer) => {
      size += block.length;
      if (size > limitBytes) reject(toTooLong());
      else blocks.push(block);
    });
    message.on('error', reject);
    message.on('end', () => resolve(Buffer.concat(blocks)));
  });
}

/** No compression is asked for, and some servers still send it. */
function unpack(bytes: Bytes, { headers }: IncomingMessage, { limitBytes, toTooLong }: NodeFetchOptions): Bytes {
  const unpackSync = unpackers.get(headers['content-encoding'] ?? '');
  if (unpackSync === undefined || bytes.length === 0) return bytes;
  try {
    return unpackSync(bytes, { maxOutputLength: limitBytes });
  } catch (error) {
    throw error instanceof RangeError ? toTooLong() : error;
  }
}

const unpackers: ReadonlyMap<string, typeof gunzipSync> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

const lastStatus = 599;
const bodiless = new Set([204, 205, 304]);

function toResponse(message: IncomingMessage, bytes: Bytes): Response {
  // Some servers invent a status that `Response` does not take.
  const status = Math.min(message.statusCode ?? lastStatus, lastStatus);
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    headers.set(name, Array.isArray(value) ? value.join(', ') : (value ?? ''));
  }
  return new Response(bodiless.has(status) ? null : bytes, {
    status,
    statusText: message.statusMessage ?? '',
    headers,
  });
}

function toText(body: RequestInit['body']): string {
  if (body == null) return '';
  if (typeof body !== 'string') throw new TypeError('Only text is sent.');
  return body;
}
