import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeScatter, scatterSize, toScatterX, toScatterY } from './scatter-place.ts';

const seven = { scale: [-3, 3], step: 1 } as const;

describe('an axis of the scatter plot', () => {
  it.each([
    // 7 scores of 288 / 7 each, each one in the middle of its section: 40 + 288 / 14.
    [-3, seven, 40 + 288 / 14],
    [0, seven, 40 + 144],
    [3, seven, 40 + 288 - 288 / 14],
    // Half a step of 100 is less than 0.04 of the scale: 40 + 288 × 4 / 108.
    [0, { scale: [0, 100], step: 1 }, 40 + (288 * 4) / 108],
    [1, { scale: [0, 1], step: 0 }, 40 + (288 * 1.04) / 1.08],
    [2, { scale: [2, 2], step: 0 }, 40 + 144],
  ] as const)('of %s on %j has the position %d', (score, scale, x) => {
    expect(toScatterX(score, scale)).toBeCloseTo(x, 9);
    // The other axis begins at the bottom: 12 + 288 − (x − 40).
    expect(toScatterY(score, scale)).toBeCloseTo(340 - x, 9);
  });
});

describe('points of the scatter plot', () => {
  const anyScore = fc.integer({ min: -3, max: 3 });
  const anyPair = fc.record({ human: anyScore, said: anyScore });

  it('stay inside the frame, and within 0.3 of a step of their scores, even if there are many', () => {
    fc.assert(
      fc.property(fc.array(anyPair, { maxLength: 400 }), (pairs) => {
        const { left, top, inner } = scatterSize;
        for (const [place, { x, y }] of placeScatter(pairs, seven).entries()) {
          const { human, said } = pairs[place] ?? { human: 0, said: 0 };
          const away = Math.hypot(x - toScatterX(human, seven), y - toScatterY(said, seven));
          expect(away).toBeLessThanOrEqual((0.3 * inner) / 7 + 1e-9);
          expect(Math.min(x - left, left + inner - x, y - top, top + inner - y)).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('are at their exact position if it has no other sample', () => {
    const pairs = [
      { human: 1, said: 3 },
      { human: 3, said: 1 },
    ];
    expect(placeScatter(pairs, seven)).toEqual(
      pairs.map(({ human, said }) => ({ x: toScatterX(human, seven), y: toScatterY(said, seven) })),
    );
  });

  it('do not cover each other if a few have the same scores', () => {
    const points = placeScatter(
      Array.from({ length: 5 }, () => ({ human: 2, said: 2 })),
      seven,
    );
    const apart = points.flatMap((one, place) =>
      points.slice(place + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
    );
    expect(Math.min(...apart)).toBeGreaterThan(5);
  });

  it('are at their exact position if the scale has no steps', () => {
    const scale = { scale: [0, 1], step: 0 } as const;
    const pair = { human: 0.25, said: 1 };
    const place = { x: toScatterX(0.25, scale), y: toScatterY(1, scale) };
    expect(placeScatter([pair, pair], scale)).toEqual([place, place]);
  });
});
