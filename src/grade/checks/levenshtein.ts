import { toMatchMasks } from './match-masks.ts';

/**
 * The least number of insertions, deletions and replacements of one unit that make one sequence the other.
 *
 * Whole columns of the table at once, 32 rows to a number: G. Myers, "A fast bit-vector algorithm for approximate
 * string matching" (1999), in the form of H. Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit
 * distances" (2003).
 *
 * @example countEdits([...'kitten'], [...'sitting']) // 3
 */
export function countEdits(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0) return other.length;
  const masks = toMatchMasks(one);
  const column = new Column(masks.blocks, one.length);
  let distance = one.length;
  for (const unit of other) distance += column.advance(masks.bits, masks.startOf(unit));
  return distance;
}

/** One column of the table, as differences between neighbors: where it goes up by one, and where down. */
class Column {
  readonly #ups: Int32Array;
  readonly #downs: Int32Array;
  readonly #lastBit: number;

  constructor(blocks: number, length: number) {
    this.#ups = new Int32Array(blocks).fill(-1);
    this.#downs = new Int32Array(blocks);
    this.#lastBit = 1 << ((length - 1) & 31);
  }

  /** Goes one column on; how the lowest row changed: −1, 0 or 1. */
  advance(bits: Int32Array, start: number): number {
    const ups = this.#ups;
    const downs = this.#downs;
    const last = ups.length - 1;
    // The row above the first counts up by one with every column.
    let change = 1;
    for (let block = 0; block <= last; block += 1) {
      const up = ups[block] ?? 0;
      const down = downs[block] ?? 0;
      const match = bits[start + block] ?? 0;
      const vertical = match | down;
      const carried = change < 0 ? match | 1 : match;
      const horizontal = (((carried & up) + up) ^ up) | carried;
      let rises = down | ~(horizontal | up);
      let falls = up & horizontal;
      const bit = block === last ? this.#lastBit : 1 << 31;
      const next = (rises & bit) !== 0 ? 1 : (falls & bit) !== 0 ? -1 : 0;
      rises = (rises << 1) | (change > 0 ? 1 : 0);
      falls = (falls << 1) | (change < 0 ? 1 : 0);
      ups[block] = falls | ~(vertical | rises);
      downs[block] = rises & vertical;
      change = next;
    }
    return change;
  }
}
