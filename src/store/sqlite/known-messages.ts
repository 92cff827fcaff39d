const slots = 4096;
const wordsPerHash = 4;

/**
 * The numbers of messages that were used lately, by their hash. A message takes the place of another whose hash begins
 * alike. All of it is one piece of memory: texts that are said once come and go without leaving anything to collect.
 */
export class KnownMessages {
  readonly #hashes = new Uint32Array(slots * wordsPerHash);
  /** 0: nothing is known. */
  readonly #numbers = new Float64Array(slots);

  /** `key`: 16 characters, one a byte. */
  find(key: string): number | undefined {
    const slot = toWord(key, 0) % slots;
    for (let word = 0; word < wordsPerHash; word += 1) {
      if (this.#hashes[slot * wordsPerHash + word] !== toWord(key, word)) return undefined;
    }
    return this.#numbers[slot] || undefined;
  }

  add(key: string, number: number): number {
    const slot = toWord(key, 0) % slots;
    for (let word = 0; word < wordsPerHash; word += 1) this.#hashes[slot * wordsPerHash + word] = toWord(key, word);
    this.#numbers[slot] = number;
    return number;
  }
}

/** Four characters of the key as a number without sign. */
function toWord(key: string, word: number): number {
  const at = 4 * word;
  const high = (key.charCodeAt(at) << 24) | (key.charCodeAt(at + 1) << 16);
  return (high | (key.charCodeAt(at + 2) << 8) | key.charCodeAt(at + 3)) >>> 0;
}
