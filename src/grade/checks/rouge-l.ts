/**
 * ROUGE-L: the longest common subsequence of words, as a share of each side, and the harmonic mean of both (β = 1).
 * C.-Y. Lin, "ROUGE: a package for automatic evaluation of summaries" (2004). Nothing in common, or a side without
 * words: 0.
 *
 * @example rougeL(['a', 'b', 'c'], ['a', 'c', 'd', 'e']) // common 2, precision 2/3, recall 2/4, f1 4/7
 */
export function rougeL(reply: readonly string[], reference: readonly string[]) {
  const common = countCommon(reply, reference);
  if (common === 0) return { precision: 0, recall: 0, f1: 0 };
  return {
    precision: common / reply.length,
    recall: common / reference.length,
    f1: (2 * common) / (reply.length + reference.length),
  };
}

/**
 * Length of the longest common subsequence, 32 rows of the table to a number: M. Crochemore et al., "A fast and
 * practical bit-vector algorithm for the longest common subsequence problem" (2001).
 */
function countCommon(one: readonly string[], other: readonly string[]): number {
  const { blocks, startOf, bits } = toMatchMasks(one);
  const free = new Int32Array(blocks).fill(-1);
  for (const unit of other) {
    const start = startOf(unit);
    if (start === 0) continue;
    let carry = 0;
    for (let block = 0; block < blocks; block += 1) {
      const old = free[block] ?? 0;
      const match = old & (bits[start + block] ?? 0);
      const sum = (old >>> 0) + (match >>> 0) + carry;
      carry = sum > 0xffff_ffff ? 1 : 0;
      free[block] = sum | (old & ~match);
    }
  }
  // Bits behind the last word never match, so they stay free.
  return free.reduce((common, block) => common + countOnes(~block), 0);
}

function countOnes(block: number): number {
  let left = block;
  let count = 0;
  while (left !== 0) {
    left &= left - 1;
    count += 1;
  }
  return count;
}

/** The places of every distinct unit of a sequence, one bit each, 32 per block. */
interface MatchMasks {
  readonly blocks: number;
  /** Where the masks of a unit begin in `bits`; those of a unit that is not in the sequence are all 0. */
  readonly startOf: (unit: string) => number;
  readonly bits: Int32Array;
}

function toMatchMasks(units: readonly string[]): MatchMasks {
  const blocks = Math.ceil(units.length / 32);
  // The first masks are those of units that are missing.
  const starts = new Map<string, number>();
  for (const unit of units) if (!starts.has(unit)) starts.set(unit, (starts.size + 1) * blocks);
  const bits = new Int32Array((starts.size + 1) * blocks);
  const startOf = (unit: string) => starts.get(unit) ?? 0;
  for (const [place, unit] of units.entries()) {
    const block = startOf(unit) + (place >>> 5);
    bits[block] = (bits[block] ?? 0) | (1 << (place & 31));
  }
  return { blocks, startOf, bits };
}
