import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeTip, type TipSide } from './place-tip.ts';

const view = { width: 1000, height: 800 };
const tip = { width: 100, height: 20 };

describe('placeTip', () => {
  const control = { left: 500, top: 400, width: 40, height: 30 };

  it.each<[TipSide, number, number]>([
    // 500 + (40 − 100) / 2 = 470; 400 − 20 − 6 = 374; 400 + 30 + 6 = 436
    ['top', 470, 374],
    ['bottom', 470, 436],
    // 400 + (30 − 20) / 2 = 405; 500 − 100 − 6 = 394; 500 + 40 + 6 = 546
    ['left', 394, 405],
    ['right', 546, 405],
  ])('centers the tip at the %s', (side, left, top) => {
    expect(placeTip(control, tip, { side, view })).toEqual({ left, top });
  });

  it('uses the opposite side if there is no room', () => {
    const atTop = { ...control, top: 5 };
    expect(placeTip(atTop, tip, { side: 'top', view }).top).toBe(5 + 30 + 6);
    const atRight = { ...control, left: 950 };
    expect(placeTip(atRight, tip, { side: 'right', view }).left).toBe(950 - 100 - 6);
  });

  it('stays inside the window, wherever the control is', () => {
    const place = fc.record({
      ...{ left: fc.integer({ min: 0, max: 990 }), top: fc.integer({ min: 0, max: 790 }) },
      ...{ width: fc.integer({ min: 1, max: 400 }), height: fc.integer({ min: 1, max: 400 }) },
    });
    const sides = fc.constantFrom<TipSide[]>('top', 'right', 'bottom', 'left');
    fc.assert(
      fc.property(place, sides, (box, side) => {
        const { left, top } = placeTip(box, tip, { side, view });
        expect(left).toBeGreaterThanOrEqual(0);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(left + tip.width).toBeLessThanOrEqual(view.width);
        expect(top + tip.height).toBeLessThanOrEqual(view.height);
      }),
    );
  });
});
