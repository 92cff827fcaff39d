import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctedRate } from './corrected-rate.ts';
import { roganGladen } from './rogan-gladen.ts';

const chance = /no better than chance/;

describe('roganGladen', () => {
  it('undoes the errors of a judge', () => {
    // (0.8 + 0.88 − 1)/(0.92 + 0.88 − 1) = 0.68/0.8
    expect(roganGladen({ tpr: 0.92, tnr: 0.88, observed: 0.8 }).value).toBeCloseTo(0.85, 12);
    expect(roganGladen({ tpr: 1, tnr: 1, observed: 0.3 })).toEqual({ value: 0.30000000000000004, clamped: false });
  });

  it('stays within 0 and 1, and says so', () => {
    expect(roganGladen({ tpr: 0.9, tnr: 0.8, observed: 0.1 })).toEqual({ value: 0, clamped: true });
    expect(roganGladen({ tpr: 0.9, tnr: 0.8, observed: 0.95 })).toEqual({ value: 1, clamped: true });
  });

  it.each([
    [0.5, 0.5],
    [0.9, 0.1],
    [0, 0.4],
  ])('is null for a judge of tpr %d and tnr %d', (tpr, tnr) => {
    expect(roganGladen({ tpr, tnr, observed: 0.5 })).toEqual({
      value: null,
      clamped: false,
      why: expect.stringMatching(chance),
    });
  });

  it('rejects a value that is not a rate', () => {
    expect(() => roganGladen({ tpr: 1.2, tnr: 0.5, observed: 0.5 })).toThrow(/tpr/);
    expect(() => roganGladen({ tpr: 1, tnr: 0.5, observed: Number.NaN })).toThrow(RangeError);
  });
});

describe('correctedRate', () => {
  it('has the interval of Lee et al. 2025', () => {
    // p 0.4, q0 0.7, q1 0.9, n 1000, m0 200, m1 200: θ = 0.1/0.6
    const rate = correctedRate({ passes: 400, n: 1000, tpr: { hits: 180, n: 200 }, tnr: { hits: 140, n: 200 } });
    expect(rate.value).toBeCloseTo(0.1667, 4);
    expect(rate.low).toBeCloseTo(0.0564, 4);
    expect(rate.high).toBeCloseTo(0.2627, 4);
    expect(rate).toMatchObject({ n: 1000, clamped: false });
  });

  it('stays uncertain for a judge that was right on all of few samples', () => {
    const rate = correctedRate({ passes: 600, n: 1000, tpr: { hits: 5, n: 5 }, tnr: { hits: 5, n: 5 } });
    expect(rate.value).toBeCloseTo(0.6, 12);
    // Wilson's interval of 600 of 1000, for a judge that never errs, is [0.57, 0.63]
    expect(rate.low).toBeLessThan(0.5);
    expect(rate.high).toBeGreaterThan(0.8);
  });

  it.each([
    [{ passes: 0, n: 0, tpr: { hits: 1, n: 1 }, tnr: { hits: 1, n: 1 } }, 'nothing was judged'],
    [{ passes: 1, n: 1, tpr: { hits: 0, n: 0 }, tnr: { hits: 1, n: 1 } }, 'no sample that people pass'],
    [{ passes: 1, n: 1, tpr: { hits: 1, n: 1 }, tnr: { hits: 0, n: 0 } }, 'no sample that people fail'],
    [{ passes: 1, n: 1, tpr: { hits: 1, n: 2 }, tnr: { hits: 1, n: 2 } }, chance],
  ])('of %j is null: %s', (rate, why) => {
    const none = { value: null, low: null, high: null, clamped: false };
    expect(correctedRate(rate)).toEqual({ ...none, n: rate.n, why: expect.stringMatching(why) });
  });

  it('has a value and no interval where few samples may only seem better than chance', () => {
    // tpr 1 of 1 shrinks to 2/3, tnr 100 of 1000 stays 0.1
    const rate = correctedRate({ passes: 95, n: 100, tpr: { hits: 1, n: 1 }, tnr: { hits: 100, n: 1000 } });
    expect(rate.value).toBeCloseTo(0.5, 12);
    expect(rate).toMatchObject({ low: null, high: null, why: expect.stringMatching(/too few samples/) });
  });

  it('has its value between its ends, within 0 and 1, and is never NaN', () => {
    const counted = fc.nat(40).chain((n) => fc.nat(n).map((hits) => ({ hits, n })));
    fc.assert(
      fc.property(counted, counted, counted, ({ hits: passes, n }, tpr, tnr) => {
        const { value, low, high, why } = correctedRate({ passes, n, tpr, tnr });
        if (low === null || high === null || value === null) {
          expect(why).toBeTypeOf('string');
          return;
        }
        expect(0 <= low && low <= value && value <= high && high <= 1).toBe(true);
      }),
    );
  });

  it('rejects values that are not counts', () => {
    const whole = { hits: 1, n: 2 };
    expect(() => correctedRate({ passes: 3, n: 2, tpr: whole, tnr: whole })).toThrow(RangeError);
    expect(() => correctedRate({ passes: 1, n: 2, tpr: { hits: -1, n: 2 }, tnr: whole })).toThrow(RangeError);
  });
});
