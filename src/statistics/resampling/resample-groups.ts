import { randomBinomial } from './random-binomial.ts';
import { type Random, type RandomWords, seededRandom, seededWords } from './seeded-random.ts';

export interface Resampling {
  readonly resamples: number;
  readonly seed: number;
}

/** What one draw of a binomial costs in draws of one cluster, roughly. */
const binomialCost = 25;

/**
 * Draws as many clusters as there are, with replacement, again and again, and says each time how often each group was
 * drawn. Clusters that would add the same to every metric make one group, so that a resample costs a few binomials and
 * not one draw a cluster: the counts of groups are multinomial, and the two ways give the same distribution.
 *
 * `groups[i]` is the number of clusters in group i. The counts passed to `visit` are overwritten by the next resample.
 * Edges: no clusters → every count is 0.
 * Source: B. Efron, R. J. Tibshirani, "An Introduction to the Bootstrap" (1993); multinomial by conditional binomials:
 * L. Devroye, "Non-Uniform Random Variate Generation" (1986), chapter XI.
 *
 * @example resampleGroups([7, 3], { resamples: 2000, seed: 1 }, (counts) => rates.push(counts[1] / 10))
 */
export function resampleGroups(
  groups: ArrayLike<number>,
  { resamples, seed }: Resampling,
  visit: (counts: Uint32Array) => void,
): void {
  const sizes = toSizes(groups);
  const clusters = sizes.reduce((sum, size) => sum + size, 0);
  const counts = new Uint32Array(sizes.length);
  const draw = isDrawnByGroup(sizes.length, clusters)
    ? drawingGroups(sizes, clusters, seededRandom(seed))
    : drawingOneByOne(sizes, clusters, seededWords(seed));
  for (let resample = 0; resample < resamples; resample++) {
    draw(counts);
    visit(counts);
  }
}

/** Whether the groups are drawn by binomials. Otherwise their clusters are drawn one by one. */
export function isDrawnByGroup(groups: number, clusters: number): boolean {
  return groups * binomialCost < clusters;
}

/** The largest group first: then few are left to be drawn for the many small ones. */
function drawingGroups(sizes: Uint32Array, clusters: number, random: Random): (counts: Uint32Array) => void {
  const order = Uint32Array.from(sizes.keys()).sort((a, b) => at(sizes, b) - at(sizes, a));
  return (counts) => {
    counts.fill(0);
    let wanted = clusters;
    let left = clusters;
    for (let place = 0; place < order.length && wanted > 0; place++) {
      const group = at(order, place);
      const size = at(sizes, group);
      const drawn = randomBinomial(wanted, size / left, random);
      counts[group] = drawn;
      wanted -= drawn;
      left -= size;
    }
  };
}

function drawingOneByOne(sizes: Uint32Array, clusters: number, fill: RandomWords): (counts: Uint32Array) => void {
  const draw = drawingClusters(fill);
  if (sizes.length === clusters && sizes.every((size) => size === 1)) return draw;
  const drawn = new Uint32Array(clusters);
  return (counts) => {
    draw(drawn);
    let cluster = 0;
    for (let group = 0; group < sizes.length; group++) {
      const end = cluster + at(sizes, group);
      let sum = 0;
      for (; cluster < end; cluster++) sum += at(drawn, cluster);
      counts[group] = sum;
    }
  };
}

function toSizes(groups: ArrayLike<number>): Uint32Array {
  const sizes = Uint32Array.from(groups);
  for (const [group, size] of sizes.entries()) {
    if (size !== groups[group]) throw new RangeError(`a group needs a whole number of clusters, got ${groups[group]}`);
  }
  return sizes;
}

/** Typed arrays have no holes: an index inside the length has a number. */
function at(values: Uint32Array, index: number): number {
  return values[index] as number;
}

/** Half a word of random bits gives a draw without bias among this number of clusters or fewer. */
const halfWord = 65536;

/**
 * Returns what draws as many clusters as there are counts, with replacement, and counts how often each was drawn.
 *
 * Up to 65,536 clusters: two draws per word, unbiased, by multiplying and rejecting. More: one per word, with a bias below
 * 1 in 10,000 up to 400,000 clusters.
 * Source: D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
 */
function drawingClusters(fill: RandomWords): (counts: Uint32Array) => void {
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
