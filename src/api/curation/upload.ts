import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Fault } from '../../base/fault.ts';

/** The largest file that is accepted. It is on disk until it is imported, and never in memory. */
export const fileLimitBytes = 2 * 1024 * 1024 * 1024;

/** A file that was sent, kept until it is removed. */
export interface Upload {
  readonly path: string;
  remove(): Promise<void>;
}

/** Endings that say how a file is read. */
const endings = ['.jsonl', '.ndjson', '.json', '.yaml', '.yml', '.csv', '.tsv', '.tab', '.parquet'];

/** Keeps a body as a file with the ending of `name`, in a folder that only this user can look into. */
export async function saveUpload(
  body: AsyncIterable<Buffer>,
  name: string,
  limitBytes: number = fileLimitBytes,
): Promise<Upload> {
  const folder = await mkdtemp(join(tmpdir(), 'turnwise-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const ending = extname(name).toLowerCase();
  // The name is only for people: the file on disk has a generated one.
  const path = join(folder, `upload${endings.includes(ending) ? ending : ''}`);
  try {
    await pipeline(limit(body, limitBytes), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    await remove();
    throw toUploadError(error);
  }
}

async function* limit(body: AsyncIterable<Buffer>, limitBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw toTooBig(limitBytes);
    yield chunk;
  }
}

function toTooBig(limitBytes: number): Fault {
  const limit = `${Math.round(limitBytes / 1024 / 1024).toLocaleString('en')} MB`;
  const hint = 'Split it, or run: turnwise import <file>';
  return new Fault({ code: 'API_TOO_BIG', message: `The file is over ${limit}.`, hint });
}

function toUploadError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC') {
    const message = "The server's disk is full, so it can't store the file during the import.";
    return new Fault({ code: 'STORE_FULL', message, hint: 'Free some space, then send it again.' }, { cause: error });
  }
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR') {
    const message = 'The upload was interrupted.';
    return new Fault({ code: 'API_BAD_REQUEST', message, hint: 'Send it again.' }, { cause: error });
  }
  return error;
}
