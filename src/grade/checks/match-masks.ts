/** For every distinct unit of a sequence the places it stands at, one bit each, 32 to a block. */
export interface MatchMasks {
  readonly blocks: number;
  /** Where the masks of a unit begin in `bits`; those of a unit that is not in the sequence are all 0. */
  readonly startOf: (unit: string) => number;
  readonly bits: Int32Array;
}

export function toMatchMasks(units: readonly string[]): MatchMasks {
  const blocks = Math.ceil(units.length / 32);
  // The first masks are those of units that are not there.
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
