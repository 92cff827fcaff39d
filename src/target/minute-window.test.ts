import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MinuteWindow } from './minute-window.ts';

describe('MinuteWindow', () => {
  it('says how long to wait until the oldest spending no longer counts', () => {
    const window = new MinuteWindow(2);
    window.spend(1, 0);
    window.spend(1, 1000);
    expect(window.waitMs(1, 10_000)).toBe(50_000);
    expect(window.waitMs(2, 10_000)).toBe(51_000);
    expect(window.waitMs(1, 60_000)).toBe(0);
  });

  it('lets one spending over the limit pass when nothing else counts', () => {
    const window = new MinuteWindow(100);
    expect(window.waitMs(500, 0)).toBe(0);
    window.spend(500, 0);
    expect(window.waitMs(1, 10)).toBe(59_990);
  });

  it('takes a limit below 1 as one in a longer time', () => {
    const window = new MinuteWindow(0.5);
    window.spend(1, 0);
    expect(window.waitMs(1, 60_000)).toBe(60_000);
  });

  it('counts what was really used', () => {
    const window = new MinuteWindow(100);
    const spending = window.spend(90, 0);
    window.correct(spending, 10, 500);
    expect(window.waitMs(90, 1000)).toBe(0);
  });

  it('never spends more than its limit in any minute', () => {
    const steps = fc.array(fc.record({ amount: fc.integer({ min: 1, max: 10 }), after: fc.nat(20_000) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, fc.integer({ min: 10, max: 40 }), (list, limit) => {
        const window = new MinuteWindow(limit);
        const spent: { at: number; amount: number }[] = [];
        let now = 0;
        for (const { amount, after } of list) {
          now += after;
          now += window.waitMs(amount, now);
          window.spend(amount, now);
          spent.push({ at: now, amount });
        }
        for (const { at } of spent) {
          const inMinute = spent.filter((one) => one.at > at - 60_000 && one.at <= at);
          expect(inMinute.reduce((sum, one) => sum + one.amount, 0)).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });
});
