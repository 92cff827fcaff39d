import { type Random, seededRandom } from './seeded-random.ts';

/** How many units of one stratum could be drawn, and how many were. */
export interface DrawnStratum {
  readonly name: string;
  readonly population: number;
  readonly drawn: number;
}

export interface DrawnSample<T> {
  /** In random order, across strata too: a person who stops early has still seen a random part. */
  readonly picks: readonly T[];
  /** In the order in which the units first name them. */
  readonly strata: readonly DrawnStratum[];
}

/**
 * Draws units at random without replacement. Within a stratum every unit has the same chance, drawn/population.
 *
 * The strata share the count equally. A remainder goes to the larger strata, and what a small stratum cannot give is
 * shared among the others. One stratum is simple random sampling. The same units in the same order and the same seed
 * give the same picks in the same order.
 * Source: W. G. Cochran, *Sampling Techniques* (3rd ed., 1977), chapters 2 and 5; Fisher–Yates shuffle.
 * Edges: a count above the number of units draws them all; no units draw nothing. A count that is not a whole number of 0
 * or more throws a RangeError.
 *
 * @example drawSample([{ stratum: '', id: 'a' }, { stratum: '', id: 'b' }], { count: 1, seed: 7 }).picks.length  // 1
 */
export function drawSample<T extends { readonly stratum: string }>(
  units: readonly T[],
  { count, seed }: { readonly count: number; readonly seed: number },
): DrawnSample<T> {
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new RangeError(`the count of a draw must be a whole number, 0 or more, got ${count}`);
  }
  const random = seededRandom(seed);
  const byStratum = new Map<string, T[]>();
  for (const unit of units) {
    const known = byStratum.get(unit.stratum);
    if (known === undefined) byStratum.set(unit.stratum, [unit]);
    else known.push(unit);
  }
  const groups = [...byStratum.values()];
  const shares = allocateEqually(
    groups.map(({ length }) => length),
    count,
  );
  const drawn = groups.map((group, place) => drawFirst(group, shares[place] ?? 0, random));
  const all = drawn.flat();
  return {
    picks: drawFirst(all, all.length, random),
    strata: [...byStratum].map(([name, { length }], place) => ({
      name,
      population: length,
      drawn: shares[place] ?? 0,
    })),
  };
}

/** How many to draw from strata of these sizes: as equal as their sizes allow, min(count, total) in all. */
function allocateEqually(sizes: readonly number[], count: number): readonly number[] {
  const shares = sizes.map(() => 0);
  const room = (place: number) => (sizes[place] ?? 0) - (shares[place] ?? 0);
  const give = (place: number, units: number) => {
    shares[place] = (shares[place] ?? 0) + units;
  };
  let left = Math.min(
    count,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  // Largest first; the sort is stable, so equal sizes keep their order.
  const places = sizes.map((_, place) => place).sort((one, other) => (sizes[other] ?? 0) - (sizes[one] ?? 0));
  while (left > 0) {
    const open = places.filter((place) => room(place) > 0);
    const each = Math.floor(left / open.length);
    for (const place of each > 0 ? open : open.slice(0, left)) {
      const given = Math.min(Math.max(each, 1), room(place));
      give(place, given);
      left -= given;
    }
  }
  return shares;
}

/** The first `count` of a Fisher–Yates shuffle of a copy. */
function drawFirst<T>(units: readonly T[], count: number, random: Random): readonly T[] {
  const rest = [...units];
  const drawn: T[] = [];
  for (let place = 0; place < count; place++) {
    const found = place + Math.floor(random() * (rest.length - place));
    // Both places are inside the array: count is at most its length.
    const pick = rest[found] as T;
    rest[found] = rest[place] as T;
    drawn.push(pick);
  }
  return drawn;
}
