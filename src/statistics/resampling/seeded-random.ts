/** Numbers of [0, 1), one a call. */
export type Random = () => number;

/** Fills a block with random bits, 32 a place. */
export type RandomWords = (words: Int32Array) => void;

const blockSize = 256;

/**
 * A stream of random numbers that a seed fixes: the same seed gives the same numbers on every machine.
 *
 * Each has 32 random bits. Not for secrets.
 * Source: the generator sfc32 of C. Doty-Humphrey, PractRand (2010), with the first 12 words thrown away.
 *
 * @example const random = seededRandom(7); random(); random();
 */
export function seededRandom(seed: number): Random {
  const fill = seededWords(seed);
  const words = new Int32Array(blockSize);
  let place = blockSize;
  return () => {
    if (place === blockSize) {
      fill(words);
      place = 0;
    }
    // The place is inside the block: it was set back above.
    return ((words[place++] as number) >>> 0) / 4294967296;
  };
}

/** The same stream in blocks, for loops that draw millions. */
export function seededWords(seed: number): RandomWords {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`a seed must be a whole number, got ${seed}`);
  let state = { a: 0, b: seed | 0, c: Math.floor(seed / 4294967296) | 0, counter: 1 };
  const fill: RandomWords = (words) => {
    let { a, b, c, counter } = state;
    for (let place = 0; place < words.length; place++) {
      const sum = (((a + b) | 0) + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + sum) | 0;
      words[place] = sum;
    }
    state = { a, b, c, counter };
  };
  fill(new Int32Array(12));
  return fill;
}
