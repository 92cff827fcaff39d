import { Readable } from 'node:stream';
import { Fault } from '../base/fault.ts';
import { type UnpackBounds, unpacksTooFar, usualTimes } from '../base/unpack-bounds.ts';

const defaultBounds: UnpackBounds = { bytes: 16 * 1024 * 1024, times: usualTimes };

/** A body as the unpacking part gives it: it counts what came in. A body that was not packed has no count. */
interface Unpacking extends AsyncIterable<Buffer> {
  readonly receivedEncodedLength?: number;
}

/**
 * A streamed body, refused with `API_TOO_BIG` once it unpacks to far more than was sent: some hundred bytes can unpack
 * to gigabytes of blank lines, and each would be looked at.
 */
export function limitUnpacked(payload: Unpacking, bounds = defaultBounds): AsyncIterable<Buffer> {
  if (payload.receivedEncodedLength === undefined) return payload;
  return Readable.from(countUnpacked(payload, bounds));
}

async function* countUnpacked(payload: Unpacking, bounds: UnpackBounds): AsyncGenerator<Buffer> {
  let unpacked = 0;
  for await (const chunk of payload) {
    unpacked += chunk.length;
    const packed = payload.receivedEncodedLength ?? 0;
    if (unpacksTooFar({ packed, unpacked }, bounds)) throw tooFar();
    yield chunk;
  }
}

function tooFar(): Fault {
  return new Fault({
    code: 'API_TOO_BIG',
    message: 'The decompressed body is too large for what was sent.',
    hint: 'Send it without Content-Encoding, or in smaller parts.',
  });
}
