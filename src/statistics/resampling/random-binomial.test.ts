import { describe, expect, it } from 'vitest';
import { logChoose } from '../rates/log-factorial.ts';
import { randomBinomial } from './random-binomial.ts';
import { seededRandom } from './seeded-random.ts';

const draws = 50_000;

function draw(trials: number, probability: number): number[] {
  const random = seededRandom(11);
  return Array.from({ length: draws }, () => randomBinomial(trials, probability, random));
}

describe('randomBinomial', () => {
  it.each([
    // Walked up from 0, as it is and mirrored.
    [20, 0.1],
    [12, 0.7],
    // By rejection, small and large.
    [40, 0.3],
    [1000, 0.5],
    [10_000, 0.93],
  ])('of %i trials at %d has the binomial distribution', (trials, probability) => {
    const counts = new Map<number, number>();
    for (const successes of draw(trials, probability)) counts.set(successes, (counts.get(successes) ?? 0) + 1);
    let chiSquare = 0;
    let cells = 0;
    for (let successes = 0; successes <= trials; successes++) {
      const logMass = successes * Math.log(probability) + (trials - successes) * Math.log(1 - probability);
      const expected = draws * Math.exp(logChoose(trials, successes) + logMass);
      if (expected < 10) continue;
      chiSquare += ((counts.get(successes) ?? 0) - expected) ** 2 / expected;
      cells++;
    }
    // χ² of k degrees is above k + 4·√(2k) once in some 10,000 seeds.
    expect(chiSquare).toBeLessThan(cells + 4 * Math.sqrt(2 * cells));
  });

  it('is certain at the edges', () => {
    const random = seededRandom(1);
    expect(randomBinomial(9, 0, random)).toBe(0);
    expect(randomBinomial(9, 1, random)).toBe(9);
    expect(randomBinomial(0, 0.5, random)).toBe(0);
  });
});
