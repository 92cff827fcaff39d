import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type UnpackBounds, unpacksTooFar, usualTimes } from '../../base/unpack-bounds.ts';
import { unreadable } from './archive-fault.ts';

const defaultBounds: UnpackBounds = { bytes: 256 * 1024 * 1024, times: usualTimes };

/** The bytes that were packed, piece by piece. A file that unpacks to too much is a Fault `BACKUP_UNREADABLE`. */
export async function* unpack(
  pieces: AsyncIterable<Uint8Array>,
  file: string,
  bounds: UnpackBounds = defaultBounds,
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
    if (unpacksTooFar({ packed: packed.bytes, unpacked }, bounds)) {
      throw unreadable(file, 'it unpacks to far more data than a backup of its size can contain');
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
