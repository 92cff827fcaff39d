import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the memory of a long run where it is now. V8 doubles the room for young objects whenever enough of them have
 * outlived a collection, however long that took, up to some hundred megabytes. A run makes small objects at an even
 * rate and is no faster for it: see the row `memory` of the bench.
 */
export function holdMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
