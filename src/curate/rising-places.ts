/**
 * Which places of a list of distinct numbers belong to its longest rising part: the entries that kept their order,
 * while the others moved. Patience sorting, n log n.
 */
export function toRisingPlaces(numbers: readonly number[]): ReadonlySet<number> {
  const tails: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [place, number] of numbers.entries()) {
    const length = findLength(tails, numbers, number);
    previous[place] = tails[length - 1];
    tails[length] = place;
  }
  const places = new Set<number>();
  for (let place = tails.at(-1); place !== undefined; place = previous[place]) places.add(place);
  return places;
}

/** How many of `tails`, places whose numbers rise, stand before the number. */
function findLength(tails: readonly number[], numbers: readonly number[], number: number): number {
  let low = 0;
  let high = tails.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[tails[middle] ?? 0] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
