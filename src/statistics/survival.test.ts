import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { survivalCurve } from './survival.ts';
import { wilsonInterval } from './wilson.ts';

describe('survivalCurve', () => {
  it('multiplies what is left at each step', () => {
    const curve = survivalCurve([
      { atRisk: 10, failed: 2 }, // 1 − 2/10 = 0.8
      { atRisk: 8, failed: 4 }, //  0.8 · (1 − 4/8) = 0.4
      { atRisk: 2, failed: 1 }, //  two left early: 0.4 · (1 − 1/2) = 0.2
    ]);
    expect(curve.map(({ n }) => n)).toEqual([10, 8, 2]);
    for (const [index, value] of [0.8, 0.4, 0.2].entries()) expect(curve[index]?.value).toBeCloseTo(value, 12);
  });

  it('is exactly the rate of those left, with the interval of Wilson, where nobody leaves early', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 200 }),
        fc.array(fc.double({ min: 0, max: 0.9, noNaN: true })),
        (n, shares) => {
          let left = n;
          const steps = shares.map((share) => {
            const step = { atRisk: left, failed: Math.min(left - 1, Math.floor(left * share)) };
            left -= step.failed;
            return step;
          });
          const curve = survivalCurve(steps);
          let alive = n;
          for (const [index, { failed }] of steps.entries()) {
            alive -= failed;
            const wanted = wilsonInterval(alive, n);
            expect(curve[index]?.value).toBeCloseTo(wanted.value ?? -1, 9);
            expect(curve[index]?.low).toBeCloseTo(wanted.low ?? -1, 9);
            expect(curve[index]?.high).toBeCloseTo(wanted.high ?? -1, 9);
          }
        },
      ),
    );
  });

  it('stands on the number at risk where all are left, or none is', () => {
    const [first, second] = survivalCurve([
      { atRisk: 10, failed: 0 },
      { atRisk: 4, failed: 4 },
    ]);
    expect(first).toEqual(wilsonInterval(10, 10));
    expect(second?.low).toBe(0);
    // Wilson of 0 in 4: z²/(4 + z²) = 3.84146/7.84146
    expect(second?.high).toBeCloseTo(0.48989, 5);
  });

  it('is wider where those at risk are not independent', () => {
    const steps = [{ atRisk: 12, failed: 4 }];
    // A third of 12 at 8/12: Wilson on 4 trials.
    const z2 = 3.841458820694124;
    const centre = (2 / 3 + z2 / 8) / (1 + z2 / 4);
    const half = (Math.sqrt(z2) / (1 + z2 / 4)) * Math.sqrt(2 / 9 / 4 + z2 / 64);
    const [step] = survivalCurve(steps, { independent: 1 / 3 });
    expect(step?.low).toBeCloseTo(centre - half, 9);
    expect(step?.high).toBeCloseTo(centre + half, 9);
  });

  it('is null with a reason once nobody is at risk', () => {
    const curve = survivalCurve([
      { atRisk: 0, failed: 0 },
      { atRisk: 3, failed: 0 },
    ]);
    expect(curve.map(({ value, n }) => [value, n])).toEqual([
      [null, 0],
      [null, 0],
    ]);
    expect(curve[0]?.why).toMatch(/nobody/);
  });

  it.each([
    [{ atRisk: 5, failed: 6 }, 1],
    [{ atRisk: 5, failed: -1 }, 1],
    [{ atRisk: Number.NaN, failed: 0 }, 1],
    [{ atRisk: 5, failed: 1 }, 0],
  ])('takes no step that cannot be: %j of %d independent', (step, independent) => {
    expect(() => survivalCurve([step], { independent })).toThrow(RangeError);
  });
});
