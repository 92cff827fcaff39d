import { randomFillSync } from 'node:crypto';

/** 32 letters and digits that are not taken for one another, so that five bits of a byte choose one evenly. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
const length = 10;

/**
 * Gives names of ten letters, such as `k3fm7pq2ab`: 50 random bits each. Random bytes are drawn for many names at once,
 * since an import asks for hundreds of thousands.
 */
export function makeTurnIds(): () => string {
  const bytes = new Uint8Array(length * 400);
  let used = bytes.length;
  return () => {
    if (used === bytes.length) {
      randomFillSync(bytes);
      used = 0;
    }
    let id = '';
    for (const end = used + length; used < end; used++) id += letters[(bytes[used] ?? 0) & 31];
    return id;
  };
}
