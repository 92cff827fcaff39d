import { Readable } from 'node:stream';
import compress from '@fastify/compress';
import { Fault } from '../base/fault.ts';
import { type UnpackBounds, unpacksTooFar, usualTimes } from '../base/unpack-bounds.ts';
import type { ApiServer } from './api-context.ts';
import { parseJsonBody } from './json-body.ts';

/** Bodies as they may come in and go out: JSON, lines of JSON where a route takes them, packed or not. */
export async function addBodies(app: ApiServer): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    parseJsonBody(body),
  );
  app.addContentTypeParser(lineTypes, (request, payload, done) => {
    if (request.routeOptions.config.takesLines === true) done(null, limitUnpacked(payload));
    else done(refuseLines());
  });
  app.addContentTypeParser(fileType, (request, payload, done) => {
    if (request.routeOptions.config.takesFile === true) done(null, limitUnpacked(payload));
    else done(refuseFile());
  });
  await app.register(compress, {
    threshold: 1024,
    encodings: ['gzip', 'deflate'],
    requestEncodings: ['gzip', 'br', 'deflate', 'identity'],
    // Streams of events are for now, not for when there is enough to pack.
    customTypes: /json|^text\/(?!event-stream)/,
  });
}

const lineTypes = ['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/x-jsonlines'];

const fileType = 'application/octet-stream';

function refuseFile(): Fault {
  const message = "This endpoint doesn't accept files.";
  return new Fault({ code: 'API_UNSUPPORTED_TYPE', message, hint: 'Send it as application/json.' });
}

function refuseLines(): Fault {
  const message = "This endpoint doesn't accept NDJSON.";
  return new Fault({ code: 'API_UNSUPPORTED_TYPE', message, hint: 'Send it as application/json.' });
}

const defaultBounds: UnpackBounds = { bytes: 16 * 1024 * 1024, times: usualTimes };

/** A body as the unpacking part gives it: it counts what came in. A body that was not packed has no count. */
interface Unpacking extends AsyncIterable<Buffer> {
  readonly receivedEncodedLength?: number;
}

/**
 * A streamed body, refused with `API_TOO_BIG` once it unpacks to far more than was sent: some hundred bytes can unpack
 * to gigabytes of blank lines, and each would be looked at.
 */
function limitUnpacked(payload: Unpacking, bounds = defaultBounds): AsyncIterable<Buffer> {
  if (payload.receivedEncodedLength === undefined) return payload;
  return Readable.from(countUnpacked(payload, bounds));
}

async function* countUnpacked(payload: Unpacking, bounds: UnpackBounds): AsyncGenerator<Buffer> {
  let unpacked = 0;
  for await (const chunk of payload) {
    unpacked += chunk.length;
    const packed = payload.receivedEncodedLength ?? 0;
    if (unpacksTooFar({ packed, unpacked }, bounds)) throw tooFar();
    yield chunk;
  }
}

function tooFar(): Fault {
  return new Fault({
    code: 'API_TOO_BIG',
    message: 'The decompressed body is too large for what was sent.',
    hint: 'Send it without Content-Encoding, or in smaller parts.',
  });
}
