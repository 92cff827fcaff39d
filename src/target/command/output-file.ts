import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replyLimitCharacters, TargetError } from '../port.ts';

/** A file that a program writes its reply to. */
export interface OutputFile {
  readonly path: string;
  /** What the program wrote; empty when it wrote nothing. */
  read(): Promise<string>;
  remove(): Promise<void>;
}

/** A place of its own in the folder for temporary files. The file itself is the program's to make. */
export async function makeOutputFile(): Promise<OutputFile> {
  const folder = await mkdtemp(join(tmpdir(), 'turnwise-reply-'));
  const path = join(folder, 'reply.txt');
  return {
    path,
    read: async () => {
      const found = await stat(path).catch(() => undefined);
      if (found === undefined || !found.isFile()) return '';
      if (found.size > replyLimitCharacters) throw toTooLong();
      return readFile(path, 'utf8');
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function toTooLong(): TargetError {
  const message = 'The program wrote more than 8 million bytes to {OUTPUT_FILE}.';
  return new TargetError({ cause: 'reply-too-long', message, retryable: false });
}
