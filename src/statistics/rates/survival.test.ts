import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countAtRisk, type StepOutcome, survivalCurve } from './survival.ts';
import { wilsonInterval } from './wilson.ts';

function count(...subjects: readonly (readonly StepOutcome[])[]) {
  const steps: { atRisk: number; failed: number }[] = [];
  const stepAt = (index: number) => {
    steps[index] ??= { atRisk: 0, failed: 0 };
    return steps[index];
  };
  for (const outcomes of subjects) countAtRisk(outcomes, stepAt);
  return steps;
}

describe('countAtRisk', () => {
  const late: readonly StepOutcome[] = ['not-looked-at', 'pass'];

  it('has all at risk from the first step on, also those that are looked at later', () => {
    const steps = count(['fail'], late, late, late, ['not-looked-at', 'fail']);
    expect(steps).toEqual([
      { atRisk: 5, failed: 1 },
      { atRisk: 4, failed: 1 },
    ]);
    // 1 − 1/5 = 0.8, then 0.8 · (1 − 1/4) = 0.6: three of five never fail.
    const curve = survivalCurve(steps).map(({ value }) => value);
    expect(curve).toEqual([0.8, expect.closeTo(0.6, 12)]);
  });

  it.each<[string, readonly StepOutcome[], readonly number[]]>([
    ['with its failure', ['pass', 'fail', 'pass'], [1, 1]],
    ['before a step whose outcome is unknown', ['pass', 'unknown', 'pass'], [1]],
    ['after the last step that was looked at', ['pass', 'not-looked-at', 'not-looked-at'], [1]],
    ['never, when it was never looked at', ['not-looked-at', 'not-looked-at'], []],
  ])('lets a subject leave %s', (_title, outcomes, atRisk) => {
    expect(count(outcomes).map((step) => step.atRisk)).toEqual(atRisk);
  });

  it('never has more at risk at a later step', () => {
    const outcome = fc.constantFrom<StepOutcome>('pass', 'fail', 'not-looked-at', 'unknown');
    fc.assert(
      fc.property(fc.array(fc.array(outcome, { maxLength: 6 })), (subjects) => {
        const numbers = count(...subjects).map(({ atRisk }) => atRisk);
        expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
      }),
    );
  });
});

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

  it('is exactly the rate of those left, with the interval of Wilson, if none leaves early', () => {
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

  it('uses the number at risk if all remain, or none does', () => {
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
    const center = (2 / 3 + z2 / 8) / (1 + z2 / 4);
    const half = (Math.sqrt(z2) / (1 + z2 / 4)) * Math.sqrt(2 / 9 / 4 + z2 / 64);
    const [step] = survivalCurve(steps, { independent: 1 / 3 });
    expect(step?.low).toBeCloseTo(center - half, 9);
    expect(step?.high).toBeCloseTo(center + half, 9);
  });

  it('is null with a reason once none is at risk', () => {
    const curve = survivalCurve([
      { atRisk: 0, failed: 0 },
      { atRisk: 3, failed: 0 },
    ]);
    expect(curve.map(({ value, n }) => [value, n])).toEqual([
      [null, 0],
      [null, 0],
    ]);
    expect(curve[0]?.why).toMatch(/nothing is left/);
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
