import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { definedOnly } from '../../base/defined-only.ts';
import { Fault } from '../../base/fault.ts';
import { ImportFileBody, ImportFileQuery } from '../../contract/import-file.ts';
import type { TreePaths } from '../../files/foreign/chat-format.ts';
import { openImportFile } from '../../files/foreign/open-import-file.ts';
import { parseFieldMap } from '../../files/tables/field-map.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { problemAnswers, textAnswer } from '../curation/described-answers.ts';
import { HashedBody, type IdempotentRequests } from '../curation/idempotent-requests.ts';
import { type FileImport, importLines, renderLine } from '../curation/import-lines.ts';
import { replyIdempotently, toIdempotentRequest } from '../curation/reply-idempotently.ts';
import { IdempotencyHeaders } from '../curation/request-headers.ts';
import { toReviewContext } from '../curation/review-context.ts';
import { openTextStream, sendStream } from '../curation/text-stream.ts';
import { saveUpload } from '../curation/upload.ts';
import { findProblem } from '../framework-fault.ts';
import { ApiProblem, toProblemAnswer } from '../problem.ts';

const lineType = 'application/x-ndjson';

const description = [
  'Upload a file as `application/octet-stream`: JSON Lines, JSON, YAML, CSV, TSV or Parquet, with items or with conversations in the format of another program. Results are the same as for `turnwise import <file>`.',
  'The response is NDJSON. `{"kind":"file"}` describes the file. `progress` is the number of rows processed so far. `rows` has the result of each row, in order. `end` has the counts, what was lost (`losses`) and the warnings. `fault` has a problem if the import stopped early. A file that cannot be read at all gets a problem response as usual. The problem of a file has its `line`, and `hint` repeats the part of `detail` that says what to do.',
  'An import continues even if the caller disconnects. With an Idempotency-Key, the response is sent only when the import is complete.',
].join('\n\n');

/** Bringing in a file, as a person has it. */
export function addImportFileRoutes(app: ApiServer, context: ApiContext, requests: IdempotentRequests): void {
  app.route({
    method: 'POST',
    url: '/v1/imports',
    // Packed, a line would wait for others before it is sent.
    compress: false,
    config: { takesFile: true, parsesBody: true },
    schema: {
      tags: ['items'],
      summary: 'Import a file',
      description,
      consumes: ['application/octet-stream'],
      querystring: ImportFileQuery,
      headers: IdempotencyHeaders,
      body: ImportFileBody,
      response: {
        200: textAnswer(lineType, 'The import result, one JSON object per line.'),
        ...problemAnswers(400, 413, 415, 422),
      },
    },
    handler: async (request, reply) => {
      const body = getFile(request.body);
      const {
        name,
        format,
        paths,
        map,
        mode,
        atomic = false,
        dryRun = false,
        approve = false,
        dataset,
      } = request.query;
      const rules = { mode, atomic, dryRun, approve, ...definedOnly({ dataset }) };
      const job = { ...rules, actor: context.actorOf(request).name, signal: context.closing };
      const whole = toIdempotentRequest(request, context);
      reply.header('content-type', lineType);
      if (whole.key === undefined) {
        const lines = await openLines({ context, body, name, format, paths, map }, job);
        return sendStream(reply, await openTextStream(withFault(lines, request), { chunkLength: 1 }));
      }
      const hashed = new HashedBody(request, body);
      const idempotent = { ...whole, fingerprint: hashed.fingerprint };
      return replyIdempotently(reply, { requests, request: idempotent, type: lineType }, async () => {
        const lines = await Array.fromAsync(await openLines({ context, body: hashed, name, format, paths, map }, job));
        return { status: 200, text: lines.join('') };
      });
    },
  });
}

interface SentFile {
  readonly context: ApiContext;
  readonly body: AsyncIterable<Buffer>;
  readonly name: string;
  readonly format: FileImport['file']['format'] | undefined;
  readonly paths: TreePaths | undefined;
  readonly map: string | undefined;
}

/** Takes in the file and opens it. What keeps it from being read is thrown before a line is sent. */
async function openLines(
  { context, body, name, format, paths, map: typed }: SentFile,
  job: Omit<FileImport, 'file' | 'runs' | 'clock'>,
): Promise<AsyncGenerator<string>> {
  const { store, clock } = context;
  const map = typed === undefined ? undefined : parseFieldMap([typed]);
  const upload = await saveUpload(body, name);
  try {
    const file = await openImportFile(upload.path, '/', { name: toShownName(name), format, paths, map });
    return thenRemove(importLines(toReviewContext(context), { ...job, file, runs: store.runs, clock }), upload.remove);
  } catch (error) {
    await upload.remove();
    throw toPlaced(error);
  }
}

/** Adds where in the file the problem is, and apart from `detail` what to do. */
function toPlaced(error: unknown): unknown {
  const [first] = error instanceof Fault ? error.problems : [];
  if (!(error instanceof Fault) || first === undefined) return error;
  return new ApiProblem(error, { extras: definedOnly({ line: first.line, hint: first.hint }) });
}

async function* thenRemove(lines: AsyncGenerator<string>, remove: () => Promise<void>): AsyncGenerator<string> {
  try {
    yield* lines;
  } finally {
    await remove();
  }
}

/** The name alone, however it was sent. */
function toShownName(name: string): string {
  return name.split(/[/\\]/).at(-1) ?? name;
}

/** What goes wrong when lines were sent already is the last line. */
async function* withFault(lines: AsyncGenerator<string>, request: FastifyRequest): AsyncGenerator<string> {
  try {
    yield* lines;
  } catch (error) {
    yield renderLine({ kind: 'fault', problem: toProblemAnswer(toProblem(toPlaced(error), request), request.id) });
  }
}

function toProblem(error: unknown, { log, id }: FastifyRequest): ApiProblem {
  const problem = findProblem(error);
  if (problem !== undefined) return problem;
  log.error({ requestId: id, err: error }, 'import failed with an internal error');
  const message = 'Internal error. Your request is not the cause.';
  const hint = `Find the details in the server log under request ID ${id}.`;
  return new ApiProblem(new Fault({ code: 'API_INTERNAL', message, hint }));
}

function getFile(body: unknown): Readable {
  if (body instanceof Readable) return body;
  const message = 'This endpoint accepts only raw files.';
  throw new Fault({ code: 'API_UNSUPPORTED_TYPE', message, hint: 'Send it as application/octet-stream.' });
}
