import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Fault } from '../../base/fault.ts';
import type { ImportEntry } from '../foreign/read-entries.ts';
import { checkPlainFile, emptyFile } from '../text/read-text.ts';
import type { ParquetReply } from './parquet-process.ts';
import type { ParquetFile } from './parquet-rows.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const processFile = fileURLToPath(new URL(`./parquet-process.${extension}`, import.meta.url));
const heapMegabytes = 2048;
/** Damage can also make hyparquet loop forever. A row group of the largest size takes about a minute. */
const limitMs = 180_000;

/**
 * Streams the rows of a Parquet file as objects. The place of an entry is its row, counted from 1.
 *
 * They are read in a process of its own: a few damaged bytes can ask hyparquet for any amount of memory, which ends a
 * process even from a thread, or reject a promise that it does not wait for.
 */
export async function* readParquetEntries(
  { path, file }: ParquetFile,
  timeoutMs: number = limitMs,
): AsyncGenerator<ImportEntry> {
  const { size } = checkPlainFile({ path, shown: file });
  if (size === 0) throw emptyFile(file, 'Parquet');
  const child = fork(processFile, [path, file], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = toEnd(child);
  const askRows = async () => {
    const { rows, problems: [problem, ...others] = [] } = await ask(child, { ended, file, timeoutMs });
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
    child.kill('SIGKILL');
  }
}

/** Rejects when the process ends, which can be before it is asked or after its reply. */
function toEnd(child: ChildProcess): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  child.on('error', reject);
  child.on('exit', (code, signal) => reject(new Error(`The Parquet reader ended with ${signal ?? code}.`)));
  promise.catch(() => {});
  return promise;
}

interface Asked {
  readonly ended: Promise<never>;
  readonly file: string;
  readonly timeoutMs: number;
}

async function ask(child: ChildProcess, { ended, file, timeoutMs }: Asked): Promise<ParquetReply> {
  try {
    const reply = once(child, 'message', { signal: AbortSignal.timeout(timeoutMs) });
    child.send('next');
    const [message] = await Promise.race([reply, ended]);
    // The process is our own, and sends nothing else.
    return message as ParquetReply;
  } catch (cause) {
    const message = `"${file}" cannot be read. It is damaged, or a row group needs more than ${heapMegabytes} MB of memory.`;
    const hint = 'Write it again with smaller row groups, or save it as JSON lines.';
    throw new Fault({ code: 'IMPORT_BAD_TABLE', message, hint, file }, { cause });
  }
}
