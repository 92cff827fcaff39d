import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beggGreenes, type VerifiedPart } from './begg-greenes.ts';
import { verifiedRates } from './verified-rates.ts';

/** Labels of what the judge passed and failed, each as [people pass, people fail]. */
function toPart(
  [judgedPass, judgedFail]: readonly [number, number],
  passed: readonly [number, number],
  failed: readonly [number, number],
): VerifiedPart {
  return {
    ...{ judgedPass, judgedFail },
    labeled: {
      ...{ judgePass_humanPass: passed[0], judgePass_humanFail: passed[1] },
      ...{ judgeFail_humanPass: failed[0], judgeFail_humanFail: failed[1] },
    },
  };
}

describe('verifiedRates', () => {
  it('has the rates of beggGreenes and an interval of its own', () => {
    const part = toPart([270, 30], [14, 2], [2, 12]);
    const { tpr, tnr } = verifiedRates(part);
    const delta = beggGreenes(part);
    expect(tnr).toMatchObject({ value: delta.tnr, n: 14 });
    expect(tpr).toMatchObject({ value: delta.tpr, n: 16 });
    // 12 of 14 is 0.5719–0.9822 and 2 of 16 0.0155–0.3835 by Clopper and Pearson. From the centers 12.5/15 and 2.5/17:
    // log(12.5/15·17/2.5) + log(30/270) ∓ √(log(c/0.5719)² + log(0.3835/d)² + 1.96²·(1/270 + 1/30)).
    expect(tnr.low).toBeCloseTo(0.1737, 4);
    expect(tnr.high).toBeCloseTo(0.861, 4);
  });

  it('has an interval where a combination of verdict and label was never seen', () => {
    const { tpr, tnr } = verifiedRates(toPart([250, 50], [10, 0], [3, 27]));
    expect(tnr).toMatchObject({ value: 1, high: 1, n: 27 });
    expect(tnr.low).toBeGreaterThan(0.2);
    expect(tnr.low).toBeLessThan(0.5);
    expect(tpr.low).toBeGreaterThan(0.9);
    const never = verifiedRates(toPart([250, 50], [5, 5], [30, 0])).tnr;
    expect(never).toMatchObject({ value: 0, low: 0 });
    expect(never.high).toBeLessThan(0.1);
  });

  it.each([
    ['nothing was judged', toPart([0, 0], [0, 0], [0, 0])],
    ['no sample that the judge failed has a label', toPart([90, 10], [20, 2], [0, 0])],
    ['no sample that people fail', toPart([90, 10], [20, 0], [5, 0])],
    ['no interval: the judge always gave the same verdict', toPart([100, 0], [20, 2], [0, 0])],
  ])('says why there is no interval: %s', (why, part) => {
    const { tnr } = verifiedRates(part);
    expect([tnr.low, tnr.high]).toEqual([null, null]);
    expect(tnr.why).toContain(why);
  });

  it('contains its rate, and mirrors when passes and fails change places', () => {
    const count = fc.nat({ max: 40 });
    const parts = fc.record({
      passed: fc.tuple(count, count),
      failed: fc.tuple(count, count),
      more: fc.tuple(count, count),
    });
    fc.assert(
      fc.property(parts, ({ passed, failed, more }) => {
        const judged = [passed[0] + passed[1] + more[0], failed[0] + failed[1] + more[1]] as const;
        const { tpr, tnr } = verifiedRates(toPart(judged, passed, failed));
        const turned = ([one, other]: readonly [number, number]) => [other, one] as const;
        const mirrored = verifiedRates(toPart(turned(judged), turned(failed), turned(passed)));
        expect(mirrored.tpr.low ?? 2).toBeCloseTo(tnr.low ?? 2, 12);
        expect(mirrored.tpr.high ?? 2).toBeCloseTo(tnr.high ?? 2, 12);
        for (const { value, low, high } of [tpr, tnr]) {
          if (value === null || low === null || high === null) continue;
          expect(0 <= low && low <= value && value <= high && high <= 1).toBe(true);
        }
      }),
    );
  });
});
