import { Readable } from 'node:stream';
import { definedOnly } from '../../base/defined-only.ts';
import { ImportAnswer, ImportBody, ImportQuery } from '../../contract/import.ts';
import { type ImportRequest, importItems } from '../../review/import-items.ts';
import type { ImportResult, ImportSummary, Incoming } from '../../review/import-report.ts';
import type { ReviewContext } from '../../review/review-context.ts';
import { Spool } from '../../review/spool.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { problemAnswers } from '../curation/described-answers.ts';
import { HashedBody, type IdempotentRequests, type RequestTarget } from '../curation/idempotent-requests.ts';
import { listIncoming, readIncoming } from '../curation/incoming-items.ts';
import { replyIdempotently, toIdempotentRequest } from '../curation/reply-idempotently.ts';
import { IdempotencyHeaders } from '../curation/request-headers.ts';
import { ResultTexts } from '../curation/result-texts.ts';
import { toReviewContext } from '../curation/review-context.ts';
import { openTextStream, sendStream } from '../curation/text-stream.ts';

const description = [
  'Send a JSON list, or NDJSON with one item per line. NDJSON is streamed and has no total size limit. Both can be compressed with gzip.',
  "Each item gets its own result, and an invalid item doesn't affect the others. If the import is `atomic`, one failure stops everything, and valid items fail with `IMPORT_REFUSED`.",
  'An item that already exists with the same content is `unchanged`, so it is safe to send everything again.',
  'Email addresses, phone and card numbers, and questions that an approved item already asks cause warnings. Warnings never block an import.',
].join('\n\n');

/** Bringing items in. */
export function addImportRoutes(app: ApiServer, context: ApiContext, requests: IdempotentRequests): void {
  const review = toReviewContext(context);
  app.route({
    method: 'POST',
    url: '/v1/ground-truths',
    config: { takesLines: true, parsesBody: true },
    schema: {
      tags: ['items'],
      summary: 'Import items',
      description,
      consumes: ['application/json', 'application/x-ndjson'],
      querystring: ImportQuery,
      headers: IdempotencyHeaders,
      body: ImportBody,
      response: { 200: ImportAnswer, ...problemAnswers(400, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const { mode, atomic = false, dryRun = false, approve = false, dataset } = request.query;
      const actor = context.actorOf(request).name;
      const whole = toIdempotentRequest(request, context);
      const { source, ...streamed } = openBody(request, request.body, whole.key !== undefined);
      const rules = { mode, atomic, dryRun, approve, ...definedOnly({ dataset }) };
      const answer = () => importAsText(review, { source, actor, ...rules });
      if (whole.key === undefined) {
        reply.header('content-type', 'application/json; charset=utf-8');
        return sendStream(reply, await openTextStream(await answer()));
      }
      return replyIdempotently(reply, { requests, request: { ...whole, ...streamed } }, async () => {
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
  /** The hash of a body that is read as a stream. Only needed with a key. */
  readonly fingerprint?: () => Promise<string | undefined>;
}

function openBody(target: RequestTarget, body: unknown, hasKey: boolean): OpenBody {
  if (!(body instanceof Readable)) return { source: listIncoming(body) };
  if (!hasKey) return { source: readIncoming(body) };
  const hashed = new HashedBody(target, body);
  return { source: readIncoming(hashed), fingerprint: hashed.fingerprint };
}

/** The answer to an import, gathered as text and not in memory: it is known only when the last item is. */
class ImportText {
  readonly #results = new Spool<string>();
  readonly #texts = new ResultTexts();

  readonly add = async (results: readonly ImportResult[]): Promise<void> => {
    const text = this.#texts.render(results);
    if (text !== '') await this.#results.add(text);
  };

  /** The answer, piece by piece. It can be rendered once. */
  async *render({ counts, stored, piiWarnings, duplicateWarnings }: ImportSummary): AsyncGenerator<string> {
    try {
      let separator = '{"results":[';
      for await (const results of this.#results.read()) {
        yield separator + results;
        separator = ',';
      }
      yield `],${JSON.stringify({ counts, stored, piiWarnings, duplicateWarnings }).slice(1)}`;
    } finally {
      await this.close();
    }
  }

  close(): Promise<void> {
    return this.#results.close();
  }
}
