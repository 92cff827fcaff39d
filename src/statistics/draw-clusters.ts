import type { RandomWords } from './seeded-random.ts';

/** Half a word of random bits gives a draw without bias among so many and fewer. */
const halfWord = 65536;

/**
 * Returns what draws as many clusters as there are counts, with replacement, and counts how often each was drawn.
 *
 * Up to 65 536 clusters: two draws a word, unbiased, by multiplying and rejecting. More: one a word, with a bias below
 * 1 in 10 000 up to 400 000 clusters.
 * Source: D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
 */
export function drawingClusters(fill: RandomWords): (counts: Uint32Array) => void {
  const words = new Int32Array(1024);
  return (counts) => {
    counts.fill(0);
    const draw = counts.length <= halfWord ? drawTwoAWord : drawOneAWord;
    let left = counts.length;
    while (left > 0) {
      fill(words);
      left -= draw(words, counts, left);
    }
  };
}

/** Draws until the words or the draws wanted are used up; returns how many were drawn. */
function drawTwoAWord(words: Int32Array, counts: Uint32Array, wanted: number): number {
  const clusters = counts.length;
  const rejected = halfWord % clusters;
  let drawn = 0;
  for (let place = 0; place < words.length && drawn < wanted; place++) {
    // Typed arrays have no holes: a place inside the length has a number. So everywhere below.
    const word = words[place] as number;
    const high = Math.imul(word >>> 16, clusters);
    if ((high & 65535) >= rejected) {
      counts[high >>> 16] = (counts[high >>> 16] as number) + 1;
      drawn++;
    }
    const low = Math.imul(word & 65535, clusters);
    if ((low & 65535) >= rejected && drawn < wanted) {
      counts[low >>> 16] = (counts[low >>> 16] as number) + 1;
      drawn++;
    }
  }
  return drawn;
}

function drawOneAWord(words: Int32Array, counts: Uint32Array, wanted: number): number {
  const scale = counts.length / 4294967296;
  const drawn = Math.min(wanted, words.length);
  for (let place = 0; place < drawn; place++) {
    const cluster = Math.floor(((words[place] as number) >>> 0) * scale);
    counts[cluster] = (counts[cluster] as number) + 1;
  }
  return drawn;
}
