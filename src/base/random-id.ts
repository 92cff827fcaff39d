/** 32 letters and digits that do not look alike. Five bits of a random byte choose one, each with the same chance. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
const length = 10;

/**
 * Makes ids such as `k3fm7pq2ab`: 50 random bits each. Draws random bytes for many ids at once, because an import needs
 * hundreds of thousands. Works in Node and in a browser on plain http, where `crypto.randomUUID` is missing.
 */
export function makeRandomIds(): () => string {
  const bytes = new Uint8Array(length * 400);
  let used = bytes.length;
  return () => {
    if (used === bytes.length) {
      crypto.getRandomValues(bytes);
      used = 0;
    }
    let id = '';
    for (const end = used + length; used < end; used++) id += letters[(bytes[used] ?? 0) & 31];
    return id;
  };
}
