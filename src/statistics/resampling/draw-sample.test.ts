import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawSample } from './draw-sample.ts';

const toUnits = (sizes: readonly number[]) =>
  sizes.flatMap((size, stratum) =>
    Array.from({ length: size }, (_, place) => ({ stratum: `s${stratum}`, id: `${stratum}/${place}` })),
  );

const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 6 });
const counts = fc.integer({ min: 0, max: 200 });
const seeds = fc.integer({ min: 0, max: 2 ** 40 });

describe('drawSample', () => {
  it('draws each unit at most once, and as many as asked for or as there are', () => {
    fc.assert(
      fc.property(sizes, counts, seeds, (given, count, seed) => {
        const units = toUnits(given);
        const { picks, strata } = drawSample(units, { count, seed });
        expect(new Set(picks.map(({ id }) => id)).size).toBe(picks.length);
        expect(picks).toHaveLength(Math.min(count, units.length));
        expect(picks.every((pick) => units.includes(pick))).toBe(true);
        expect(strata.map(({ population }) => population)).toEqual(given);
        for (const { name, drawn } of strata) {
          expect(picks.filter(({ stratum }) => stratum === name)).toHaveLength(drawn);
        }
      }),
    );
  });

  it('shares the count as equally as the strata allow, remainders to the larger', () => {
    fc.assert(
      fc.property(sizes, counts, seeds, (given, count, seed) => {
        const { strata } = drawSample(toUnits(given), { count, seed });
        const most = Math.max(0, ...strata.map(({ drawn }) => drawn));
        for (const { population, drawn } of strata) {
          // A stratum that gave less than another by more than the remainder is used up.
          if (drawn < most - 1) expect(drawn).toBe(population);
          if (drawn === most - 1 && drawn < population) {
            const larger = strata.filter((other) => other.drawn === most);
            expect(larger.every((other) => other.population >= population)).toBe(true);
          }
        }
      }),
    );
  });

  it.each([
    { given: [100, 100, 100], count: 40, drawn: [14, 13, 13] },
    { given: [10, 200, 100], count: 40, drawn: [10, 15, 15] },
    { given: [3, 200, 100], count: 40, drawn: [3, 19, 18] },
    { given: [50, 60], count: 1, drawn: [0, 1] },
    { given: [5], count: 40, drawn: [5] },
    { given: [], count: 40, drawn: [] },
  ])('draws $drawn of strata of $given for $count', ({ given, count, drawn }) => {
    expect(drawSample(toUnits(given), { count, seed: 1 }).strata.map((stratum) => stratum.drawn)).toEqual(drawn);
  });

  it('gives the same picks in the same order for the same seed, and others for another', () => {
    const units = toUnits([60, 40]);
    const draw = (seed: number) => drawSample(units, { count: 20, seed }).picks.map(({ id }) => id);
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it('gives every unit of a stratum the same chance and every place in the order', () => {
    const units = toUnits([10, 5]);
    const draws = 4000;
    const drawn = new Map<string, number>();
    const first = new Map<string, number>();
    for (let seed = 0; seed < draws; seed++) {
      const { picks } = drawSample(units, { count: 6, seed });
      for (const { id } of picks) drawn.set(id, (drawn.get(id) ?? 0) + 1);
      const id = picks[0]?.id ?? '';
      first.set(id, (first.get(id) ?? 0) + 1);
    }
    // Three of ten and three of five. Four standard errors of a share of 4,000 draws are below 0.032.
    for (const { id, stratum } of units) {
      const chance = stratum === 's0' ? 0.3 : 0.6;
      expect(Math.abs((drawn.get(id) ?? 0) / draws - chance)).toBeLessThan(0.032);
      expect(Math.abs((first.get(id) ?? 0) / draws - chance / 6)).toBeLessThan(0.02);
    }
  });

  it('refuses a count that is not a whole number of 0 or more', () => {
    expect(() => drawSample(toUnits([3]), { count: -1, seed: 1 })).toThrow(RangeError);
    expect(() => drawSample(toUnits([3]), { count: 1.5, seed: 1 })).toThrow(RangeError);
  });
});
