import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toRisingPlaces } from './rising-places.ts';

describe('toRisingPlaces', () => {
  it.each([
    [[], []],
    [
      [0, 1, 2],
      [0, 1, 2],
    ],
    [
      [2, 0, 1],
      [1, 2],
    ],
    [
      [1, 2, 3, 0],
      [0, 1, 2],
    ],
  ])('keeps in %j the places %j', (numbers, places) => {
    expect([...toRisingPlaces(numbers)].sort()).toEqual(places);
  });

  it('gives numbers that rise, as many as a search through all parts finds', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(20), { maxLength: 8 }), (numbers) => {
        const rising = numbers.filter((_, place) => toRisingPlaces(numbers).has(place));
        expect(rising).toEqual(rising.toSorted((a, b) => a - b));
        const parts = Array.from({ length: 2 ** numbers.length }, (_, bits) =>
          numbers.filter((_, at) => (bits >> at) & 1),
        );
        const longest = Math.max(...parts.filter(isRising).map((part) => part.length));
        expect(rising).toHaveLength(longest);
      }),
      { numRuns: 30 },
    );
  });
});

function isRising(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || (numbers[at - 1] ?? 0) < number);
}
