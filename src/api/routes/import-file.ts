import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Fault } from '../../base/fault.ts';
import { ImportFileBody, ImportFileQuery } from '../../contract/import-file.ts';
import { openImportFile } from '../../files/foreign/open-import-file.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { problemAnswers, textAnswer } from '../curation/described-answers.ts';
import { type FileImport, importLines, renderLine } from '../curation/import-lines.ts';
import { HashedBody, type Once } from '../curation/once.ts';
import { replyOnce, toOnceRequest } from '../curation/reply-once.ts';
import { OnceHeaders } from '../curation/request-headers.ts';
import { toReviewContext } from '../curation/review-context.ts';
import { openTextStream, sendStream } from '../curation/text-stream.ts';
import { saveUpload } from '../curation/upload.ts';
import { findProblem } from '../framework-fault.ts';
import { ApiProblem, toProblemAnswer } from '../problem.ts';

const lineType = 'application/x-ndjson';

const description = [
  'A whole file as it is, sent as `application/octet-stream`: JSON lines, JSON or YAML, with items, or with conversations in the formats of OpenAI, Anthropic or ShareGPT. It is read as `turnwise import <file>` reads it, with the same verdicts.',
  'The answer is NDJSON. `{"kind":"file"}` says what the file is; `progress` how many rows were dealt with so far; `rows` what became of them, in order; `end` the counts, what could not be carried over (`losses`) and the warnings; or `fault`, with a problem, when it had to stop. A file that cannot be read at all is refused with a problem as usual.',
  'An import that has begun goes on when the caller goes away. With an Idempotency-Key the answer comes only when all of it is known.',
].join('\n\n');

/** Bringing in a file, as a person has it. */
export function addImportFileRoutes(app: ApiServer, context: ApiContext, once: Once): void {
  app.route({
    method: 'POST',
    url: '/v1/imports',
    // Packed, a line would wait for others before it is sent.
    compress: false,
    config: { takesFile: true, isBodyUnchecked: true },
    schema: {
      tags: ['items'],
      summary: 'Import a file',
      description,
      consumes: ['application/octet-stream'],
      querystring: ImportFileQuery,
      headers: OnceHeaders,
      body: ImportFileBody,
      response: {
        200: textAnswer(lineType, 'What became of the file, one JSON object a line.'),
        ...problemAnswers(400, 413, 415, 422),
      },
    },
    handler: async (request, reply) => {
      const body = getFile(request.body);
      const { name, format, mode, atomic = false, dryRun = false, approve = false, dataset } = request.query;
      const rules = { mode, atomic, dryRun, approve, ...(dataset === undefined ? {} : { dataset }) };
      const job = { ...rules, actor: context.actorOf(request).name, signal: context.closing };
      const whole = toOnceRequest(request, context);
      reply.header('content-type', lineType);
      if (whole.key === undefined) {
        const lines = await openLines({ context, body, name, format }, job);
        return sendStream(reply, await openTextStream(withFault(lines, request), { chunkLength: 1 }));
      }
      const hashed = new HashedBody(request, body);
      const onceRequest = { ...whole, fingerprint: hashed.fingerprint };
      return replyOnce(reply, { once, request: onceRequest, type: lineType }, async () => {
        const lines = await Array.fromAsync(await openLines({ context, body: hashed, name, format }, job));
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
}

/** Takes in the file and opens it. What keeps it from being read is thrown before a line is sent. */
async function openLines(
  { context, body, name, format }: SentFile,
  job: Omit<FileImport, 'file'>,
): Promise<AsyncGenerator<string>> {
  const upload = await saveUpload(body, name);
  try {
    const file = await openImportFile(upload.path, '/', { name: toShownName(name), format });
    return thenRemove(importLines(toReviewContext(context), { ...job, file }), upload.remove);
  } catch (error) {
    await upload.remove();
    throw error;
  }
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
    yield renderLine({ kind: 'fault', problem: toProblemAnswer(toProblem(error, request), request.id) });
  }
}

function toProblem(error: unknown, { log, id }: FastifyRequest): ApiProblem {
  const problem = findProblem(error);
  if (problem !== undefined) return problem;
  log.error({ requestId: id, err: error }, 'an import failed inside');
  const message = 'Something went wrong that is not your mistake.';
  const hint = `The log of the server tells more under the id ${id}.`;
  return new ApiProblem(new Fault({ code: 'API_INTERNAL', message, hint }));
}

function getFile(body: unknown): Readable {
  if (body instanceof Readable) return body;
  const message = 'The address takes a file as it is.';
  throw new Fault({ code: 'API_UNSUPPORTED_TYPE', message, hint: 'Send it as application/octet-stream.' });
}
