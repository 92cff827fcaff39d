import { describe, expect, it } from 'vitest';
import { seededRandom, seededWords } from './seeded-random.ts';

function list(seed: number, count: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, random);
}

describe('seededRandom', () => {
  it('gives the same numbers for the same seed, others for another', () => {
    expect(list(7, 5)).toEqual(list(7, 5));
    expect(list(7, 5)).not.toEqual(list(8, 5));
    expect(list(2 ** 40, 5)).not.toEqual(list(2 ** 41, 5));
  });

  it('is fixed for good: a published metric can be had again', () => {
    expect(list(1, 3)).toEqual([0.4684900725260377, 0.4359325869008899, 0.39758921484462917]);
  });

  it('fills [0, 1) evenly', () => {
    const numbers = list(3, 100_000);
    expect(Math.min(...numbers.slice(0, 1000))).toBeGreaterThanOrEqual(0);
    expect(numbers.every((number) => number < 1)).toBe(true);
    const tenths = new Array<number>(10).fill(0);
    for (const number of numbers) tenths[Math.floor(10 * number)] = (tenths[Math.floor(10 * number)] ?? 0) + 1;
    // χ² of 9 degrees exceeds 27.9 once in 1000 seeds.
    const chiSquare = tenths.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chiSquare).toBeLessThan(27.9);
  });

  it('gives words from the same stream', () => {
    const words = new Int32Array(300);
    seededWords(7)(words);
    expect(list(7, 300)).toEqual([...words].map((word) => (word >>> 0) / 2 ** 32));
  });

  it('refuses a seed that is not a whole number', () => {
    expect(() => seededRandom(0.5)).toThrow(RangeError);
  });
});
