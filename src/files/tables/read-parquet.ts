import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Fault } from '../../base/fault.ts';
import type { ImportEntry } from '../foreign/read-entries.ts';
import { checkPlainFile, emptyFile } from '../text/read-text.ts';
import type { ParquetFile } from './parquet-rows.ts';
import type { ParquetReply } from './parquet-worker.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const workerFile = new URL(`./parquet-worker.${extension}`, import.meta.url);
const heapMegabytes = 2048;

/**
 * Streams the rows of a Parquet file as objects. The place of an entry is its row, counted from 1.
 *
 * They are read in a thread of its own: a few damaged bytes can ask hyparquet for any amount of memory, or reject a
 * promise that it does not wait for. Either ends the thread, not the process.
 */
export async function* readParquetEntries(source: ParquetFile): AsyncGenerator<ImportEntry> {
  const { path, file } = source;
  const { size } = checkPlainFile({ path, shown: file });
  if (size === 0) throw emptyFile(file, 'Parquet');
  const thread = new Worker(workerFile, {
    workerData: { path, file } satisfies ParquetFile,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  const ended = toEnd(thread);
  const askRows = async () => {
    const { rows, problems: [problem, ...others] = [] } = await ask(thread, { ended, file });
    if (problem !== undefined) throw new Fault([problem, ...others]);
    return rows;
  };
  try {
    let row = 0;
    for (let rows = await askRows(); rows !== undefined; rows = await askRows()) {
      for (const value of rows) {
        row += 1;
        yield { value, at: row };
      }
    }
  } finally {
    await thread.terminate();
  }
}

/** Rejects when the thread ends, which can be before it is asked or after its reply. */
function toEnd(thread: Worker): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  thread.on('error', reject);
  thread.on('exit', () => reject(new Error('The thread has ended.')));
  promise.catch(() => {});
  return promise;
}

interface Asked {
  readonly ended: Promise<never>;
  readonly file: string;
}

async function ask(thread: Worker, { ended, file }: Asked): Promise<ParquetReply> {
  try {
    const reply = once(thread, 'message');
    thread.postMessage('next');
    const [message] = await Promise.race([reply, ended]);
    // The thread is our own, and posts nothing else.
    return message as ParquetReply;
  } catch (cause) {
    throw toDamaged(cause, file);
  }
}

function toDamaged(cause: unknown, file: string): Fault {
  const isTooBig = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  const reason = isTooBig ? `Its rows need more than ${heapMegabytes} MB of memory.` : 'It is damaged.';
  const hint = isTooBig ? 'Write the file again with smaller row groups.' : 'Write it again, or save it as JSON lines.';
  return new Fault({ code: 'IMPORT_BAD_TABLE', message: `"${file}" cannot be read. ${reason}`, hint, file }, { cause });
}
