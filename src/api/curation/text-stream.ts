import { Readable } from 'node:stream';
import type { TextReply } from './text-answers.ts';

const usualLength = 64 * 1024;

interface TextStreamOptions {
  /** Texts are put together until they are so long. 1: each is sent when it comes. */
  readonly chunkLength?: number;
}

/**
 * A stream of texts, in chunks worth sending. The first one is made before it resolves, so that what fails at once is
 * still answered as a problem. When the caller goes away, the texts are ended.
 */
export async function openTextStream(
  texts: AsyncIterable<string>,
  { chunkLength = usualLength }: TextStreamOptions = {},
): Promise<Readable> {
  const chunks = joinTexts(texts, chunkLength);
  const first = await chunks.next();
  const stream = Readable.from(withFirst(first, chunks), { objectMode: false });
  // A stream that is closed before it is read never gets as far as the end of `withFirst`.
  stream.once('close', () => void chunks.return(undefined).catch(() => {}));
  return stream;
}

async function* withFirst(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    if (first.done === true) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

async function* joinTexts(texts: AsyncIterable<string>, chunkLength: number): AsyncGenerator<string> {
  let gathered = '';
  for await (const text of texts) {
    gathered += text;
    if (gathered.length < chunkLength) continue;
    yield gathered;
    gathered = '';
  }
  if (gathered !== '') yield gathered;
}

/** Sends a stream, whatever its route is declared to answer. */
export function sendStream<Reply extends TextReply>(reply: Reply, stream: Readable): Reply {
  reply.send(stream);
  return reply;
}
