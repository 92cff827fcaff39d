import compress from '@fastify/compress';
import { Fault } from '../base/fault.ts';
import type { ApiServer } from './api-context.ts';
import { parseJsonBody } from './json-body.ts';
import { limitUnpacked } from './limit-unpacked.ts';

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
