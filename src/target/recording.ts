import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Fault } from '../base/fault.ts';
import { isJson } from '../base/json-value.ts';
import type { Target } from './port.ts';
import { toCassetteLine } from './replay/cassette-entry.ts';
import { wrapTarget } from './wrap-target.ts';

/** A recording that is written to. */
export interface Cassette {
  /** Resolves when the line is on the disk. Lines that wait at the same time are written together. */
  append(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Writes each reply to the cassette, with the request, before it returns the reply. Errors are not recorded. */
export function recording(target: Target, cassette: Cassette): Target {
  return wrapTarget(target, async (request, context) => {
    const reply = await target.ask(request, context);
    await cassette.append(toCassetteLine(target.id, request, reply));
    return reply;
  });
}

/** Opens a recording to append to; makes it, and its folder, when there is none. */
export async function openCassette(path: string): Promise<Cassette> {
  const file = await openFile(path);
  let waiting: string[] = [];
  let writing: Promise<void> = Promise.resolve();

  async function writeWaiting(): Promise<void> {
    if (waiting.length === 0) return;
    const lines = waiting;
    waiting = [];
    try {
      await file.appendFile(`${lines.join('\n')}\n`);
      await file.datasync();
    } catch (error) {
      throw toNotWritten(path, error);
    }
  }

  return {
    append: (line) => {
      waiting.push(line);
      // Calls that end during a write share the next one.
      if (waiting.length === 1) writing = writing.then(writeWaiting);
      return writing;
    },
    close: async () => {
      await writing.finally(() => file.close());
    },
  };
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, 'a+');
    await mendEnd(file);
    return file;
  } catch (error) {
    throw toNotWritten(path, error);
  }
}

/** A crash may have left half a line at the end. It is ended, so that the next call starts on a new line. */
async function mendEnd(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  if (size === 0) return;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  if (buffer.toString() === '\n') return;
  const end = await findLastLine(file, size);
  if (isJson(end.text)) await file.appendFile('\n');
  else await file.truncate(end.start);
}

async function findLastLine(
  file: FileHandle,
  size: number,
): Promise<{ readonly start: number; readonly text: string }> {
  const step = 65_536;
  let bytes = Buffer.alloc(0);
  for (let start = size; start > 0; ) {
    const from = Math.max(0, start - step);
    const { buffer } = await file.read(Buffer.alloc(start - from), 0, start - from, from);
    const at = buffer.lastIndexOf(0x0a);
    if (at !== -1) return { start: from + at + 1, text: Buffer.concat([buffer.subarray(at + 1), bytes]).toString() };
    bytes = Buffer.concat([buffer, bytes]);
    start = from;
  }
  return { start: 0, text: bytes.toString() };
}

function toNotWritten(path: string, error: unknown): Fault {
  const message = `Cannot write the cassette "${basename(path)}".`;
  const hint = 'Choose a folder that you can write to and that has free space.';
  return new Fault({ code: 'FILE_NOT_WRITTEN', message, hint, file: path }, { cause: error });
}
