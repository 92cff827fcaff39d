export interface Party {
  /** Over 0. */
  readonly weight: number;
  readonly available: number;
}

/**
 * Divides a number by weight, by the method of largest remainders; of equal remainders the first wins. Who has less
 * than its share gives all it has, and the others divide the rest.
 *
 * @example toShares(10, [{ weight: 3, available: 100 }, { weight: 1, available: 1 }]) // [9, 1]
 */
export function toShares(total: number, parties: readonly Party[]): readonly number[] {
  const shares = parties.map(() => 0);
  const heaviest = parties.reduce((most, { weight }) => Math.max(most, weight), 0);
  let left = total;
  let open = parties.map(({ weight, available }, index) => ({ weight: weight / heaviest, available, index }));
  let short = open;
  while (short.length > 0) {
    const weights = open.reduce((sum, { weight }) => sum + weight, 0);
    short = open.filter(({ weight, available }) => (left * weight) / weights >= available);
    open = open.filter((party) => !short.includes(party));
    for (const { index, available } of short) shares[index] = available;
    left -= short.reduce((sum, { available }) => sum + available, 0);
  }
  divide(left, open, shares);
  return shares;
}

type Placed = Party & { readonly index: number };

/** Every party has more than its share. */
function divide(total: number, parties: readonly Placed[], shares: number[]): void {
  const weights = parties.reduce((sum, { weight }) => sum + weight, 0);
  const exact = parties.map(({ weight, index }) => ({ index, share: (total * weight) / weights }));
  for (const { index, share } of exact) shares[index] = Math.floor(share);
  const rest = total - exact.reduce((sum, { share }) => sum + Math.floor(share), 0);
  const byRemainder = exact.toSorted((a, b) => (b.share % 1) - (a.share % 1));
  for (const { index } of byRemainder.slice(0, rest)) shares[index] = (shares[index] ?? 0) + 1;
}
