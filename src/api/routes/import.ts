import { Readable } from 'node:stream';
import { ImportAnswer, ImportBody, ImportQuery } from '../../contract/import.ts';
import { type ImportRequest, importItems } from '../../review/import-items.ts';
import type { Incoming } from '../../review/import-report.ts';
import type { ReviewContext } from '../../review/review-context.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { problemAnswers } from '../curation/described-answers.ts';
import { ImportText } from '../curation/import-text.ts';
import { listIncoming, readIncoming } from '../curation/incoming-items.ts';
import { HashedBody, type Once, type RequestTarget } from '../curation/once.ts';
import { replyOnce, toOnceRequest } from '../curation/reply-once.ts';
import { OnceHeaders } from '../curation/request-headers.ts';
import { toReviewContext } from '../curation/review-context.ts';
import { openTextStream, sendStream } from '../curation/text-stream.ts';

const description = [
  'A list as JSON, or NDJSON, one item a line, which is streamed and has no limit as a whole; both may be compressed with gzip.',
  'Each item gets a verdict of its own, and a bad one never keeps its neighbors out, unless the import is `atomic`: then one that fails keeps all from being stored, and those that nothing is wrong with fail as `IMPORT_REFUSED`.',
  'An item that is there with the same content is `unchanged`, so that sending everything again does no harm.',
  'E-mail addresses, phone and card numbers, and questions that an approved item asks already, are pointed out; they keep nothing out.',
].join('\n\n');

/** Bringing items in. */
export function addImportRoutes(app: ApiServer, context: ApiContext, once: Once): void {
  const review = toReviewContext(context);
  app.route({
    method: 'POST',
    url: '/v1/ground-truths',
    config: { takesLines: true, isBodyUnchecked: true },
    schema: {
      tags: ['items'],
      summary: 'Import items',
      description,
      consumes: ['application/json', 'application/x-ndjson'],
      querystring: ImportQuery,
      headers: OnceHeaders,
      body: ImportBody,
      response: { 200: ImportAnswer, ...problemAnswers(400, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const { mode, atomic = false, dryRun = false, approve = false, dataset } = request.query;
      const actor = context.actorOf(request).name;
      const whole = toOnceRequest(request, context);
      const { source, ...streamed } = openBody(request, request.body, whole.key !== undefined);
      const rules = { mode, atomic, dryRun, approve, ...(dataset === undefined ? {} : { dataset }) };
      const answer = () => importAsText(review, { source, actor, ...rules });
      if (whole.key === undefined) {
        reply.header('content-type', 'application/json; charset=utf-8');
        return sendStream(reply, await openTextStream(await answer()));
      }
      return replyOnce(reply, { once, request: { ...whole, ...streamed } }, async () => {
        const pieces = await Array.fromAsync(await answer());
        return { status: 200, text: pieces.join('') };
      });
    },
  });
}

/** Imports, and gives the answer piece by piece. */
async function importAsText(review: ReviewContext, request: ImportRequest): Promise<AsyncGenerator<string>> {
  const text = new ImportText();
  try {
    return text.render(await importItems(review, request, text.add));
  } catch (error) {
    await text.close();
    throw error;
  }
}

interface OpenBody {
  readonly source: AsyncIterable<Incoming>;
  /** Of a body that is read by and by; without a key nobody asks for it. */
  readonly fingerprint?: () => Promise<string | undefined>;
}

function openBody(target: RequestTarget, body: unknown, hasKey: boolean): OpenBody {
  if (!(body instanceof Readable)) return { source: listIncoming(body) };
  if (!hasKey) return { source: readIncoming(body) };
  const hashed = new HashedBody(target, body);
  return { source: readIncoming(hashed), fingerprint: hashed.fingerprint };
}
