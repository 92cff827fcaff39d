import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A chunk of entries is written, and read back, as one piece. */
const chunkLength = 1024 * 1024;
const heldChunks = 4;

/**
 * Keeps entries to be read again in order, with constant memory: the first few megabytes in memory, the rest in a temporary
 * file that only this user can read. Entries are JSON values.
 */
export class Spool<Entry> {
  #pending: string[] = [];
  #pendingLength = 0;
  readonly #held: string[] = [];
  readonly #chunkBytes: number[] = [];
  #file: { readonly folder: string; readonly handle: FileHandle } | undefined;

  async add(entry: Entry): Promise<void> {
    const text = JSON.stringify(entry);
    this.#pending.push(text);
    this.#pendingLength += text.length;
    if (this.#pendingLength >= chunkLength) await this.#closeChunk();
  }

  async *read(): AsyncGenerator<Entry> {
    await this.#closeChunk();
    for (const chunk of this.#held) yield* parseChunk<Entry>(chunk);
    let position = 0;
    for (const bytes of this.#chunkBytes) {
      yield* parseChunk<Entry>(await this.#readChunk(position, bytes));
      position += bytes;
    }
  }

  /** Removes the file, if there is one. */
  async close(): Promise<void> {
    if (this.#file === undefined) return;
    await this.#file.handle.close();
    await rm(this.#file.folder, { recursive: true, force: true });
    this.#file = undefined;
  }

  async #closeChunk(): Promise<void> {
    if (this.#pending.length === 0) return;
    const chunk = `[${this.#pending.join(',')}]`;
    this.#pending = [];
    this.#pendingLength = 0;
    if (this.#held.length < heldChunks) this.#held.push(chunk);
    else await this.#writeChunk(Buffer.from(chunk));
  }

  async #writeChunk(chunk: Buffer): Promise<void> {
    this.#file ??= await openTemporary();
    const position = this.#chunkBytes.reduce((sum, bytes) => sum + bytes, 0);
    for (let written = 0; written < chunk.length; ) {
      const { bytesWritten } = await this.#file.handle.write(
        chunk,
        written,
        chunk.length - written,
        position + written,
      );
      written += bytesWritten;
    }
    this.#chunkBytes.push(chunk.length);
  }

  async #readChunk(position: number, bytes: number): Promise<string> {
    const chunk = Buffer.allocUnsafe(bytes);
    for (let read = 0; read < bytes; ) {
      const { bytesRead = 0 } = (await this.#file?.handle.read(chunk, read, bytes - read, position + read)) ?? {};
      if (bytesRead === 0) throw new Error('The temporary file is cut off.');
      read += bytesRead;
    }
    return chunk.toString('utf8');
  }
}

async function openTemporary(): Promise<{ readonly folder: string; readonly handle: FileHandle }> {
  const folder = await mkdtemp(join(tmpdir(), 'turnwise-'));
  return { folder, handle: await open(join(folder, 'spool'), 'wx+', 0o600) };
}

function parseChunk<Entry>(chunk: string): readonly Entry[] {
  // Written by `add` from entries of this type, which are JSON.
  return JSON.parse(chunk) as readonly Entry[];
}
