import { setFlagsFromString } from 'node:v8';

/** By then the room for young objects has grown to what so many conversations at once need. */
const settledAfter = 5_000;

/**
 * Keeps the memory of a long run from growing; to be told of every conversation that ended. V8 doubles the room for
 * young objects whenever enough of them have outlived a collection, however long that took, up to some hundred
 * megabytes. A run makes small objects at an even rate and is no faster for it: see the row `memory` of the bench.
 */
export function openMemoryHold(): () => void {
  let ended = 0;
  return () => {
    ended += 1;
    if (ended === settledAfter) setFlagsFromString('--semi-space-growth-factor=1');
  };
}
