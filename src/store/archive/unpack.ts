import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { unreadable } from './unreadable.ts';

/** How much a file may unpack to: `bytes` whatever its size, and beyond that so many times its size. */
export interface UnpackBounds {
  readonly bytes: number;
  readonly times: number;
}

/** Rows of a store pack to a tenth or a thirtieth. A file made to fill a disk packs a thousand to one. */
const defaultBounds: UnpackBounds = { bytes: 256 * 1024 * 1024, times: 200 };

/** The bytes that were packed, piece by piece. A file that unpacks to too much is a Fault `BACKUP_UNREADABLE`. */
export async function* unpack(
  pieces: AsyncIterable<Uint8Array>,
  file: string,
  { bytes, times }: UnpackBounds = defaultBounds,
): AsyncGenerator<Uint8Array> {
  const packed = { bytes: 0 };
  let unpacked = 0;
  // An error of one is an error of the other, where it is told; and who stops reading stops both.
  const plain: AsyncIterable<Uint8Array> = pipeline(
    Readable.from(countBytes(pieces, packed)),
    createGunzip(),
    () => {},
  );
  for await (const piece of plain) {
    unpacked += piece.length;
    if (unpacked > bytes && unpacked > packed.bytes * times) {
      throw unreadable(file, 'it unpacks to far more than a backup of its size holds');
    }
    yield piece;
  }
}

async function* countBytes(pieces: AsyncIterable<Uint8Array>, count: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    count.bytes += piece.length;
    yield piece;
  }
}
