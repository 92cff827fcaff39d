import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findScaleFlaw, isCountable, isStepFitting, listScoreKeys, toDefaultPass } from './scale.ts';

describe('toDefaultPass', () => {
  it.each([
    [-3, 3, 1, 1], // middle 0, next step 1
    [1, 5, 1, 4], // middle 3, next step 4
    [0, 1, 1, 1], // middle 0.5, next step 1
    [1, 4, 1, 3], // middle 2.5, next step 3
    [0, 1, 0.1, 0.6], // middle 0.5, next step 0.6
    [0, 10, 5, 10], // middle 5, next step 10
    [0, 3, 3, 3], // middle 1.5, next step 3
    [0, 10, 0, 5], // no steps: the midpoint itself
  ])('of %d…%d in steps of %d is %d', (min, max, step, pass) => {
    expect(toDefaultPass({ min, max, step })).toBe(pass);
  });

  it('is always on the scale', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -50, max: 50 }),
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom(0.1, 0.25, 1, 2),
        (min, count, step) => {
          const scale = { min, max: min + count * step, step };
          expect(findScaleFlaw(toDefaultPass(scale), scale)).toBeUndefined();
        },
      ),
    );
  });
});

describe('isCountable', () => {
  it.each([
    [0, 1000, 1, true],
    [0, 1001, 1, false],
    [0, 100, 0.1, true], // 100/0.1 is 1000
    [0, 1, 0.0005, false],
    [0, 200000, 0, true],
    [-1e308, 1e308, 1, false],
  ])('of %d…%d in steps of %d is %s', (min, max, step, is) => {
    expect(isCountable({ min, max, step })).toBe(is);
  });
});

describe('isStepFitting', () => {
  it.each([
    [-3, 3, 1, true],
    [0, 1, 0.1, true],
    [0, 1, 0, true],
    [0, 1, 0.3, false],
    [0, 2.5, 1, false],
    [0, 1, 2, false],
    [0, 1, 1e12, false],
  ])('of %d…%d in steps of %d is %s', (min, max, step, fits) => {
    expect(isStepFitting({ min, max, step })).toBe(fits);
  });
});

describe('listScoreKeys', () => {
  const show = (min: number, max: number, step: number) =>
    listScoreKeys({ min, max, step })
      ?.map(({ score, keys }) => `${score}:${keys.join(' ')}`)
      .join(', ');

  it.each([
    [-3, 3, 1, '-3:- 3, -2:- 2, -1:- 1, 0:0, 1:1, 2:2, 3:3'],
    [1, 5, 1, '1:1, 2:2, 3:3, 4:4, 5:5'],
    [0, 1, 1, '0:0, 1:1'],
    [-1, 1, 1, '-1:- 1, 0:0, 1:1'],
    [0, 10, 5, '0:0, 5:5, 10:='],
    [-4, 0, 2, '-4:- 4, -2:- 2, 0:0'],
  ])('of %d…%d in steps of %d: a digit gives its own value', (min, max, step, keys) => {
    expect(show(min, max, step)).toBe(keys);
  });

  it.each([
    [0, 1, 0],
    [0, 1, 0.25],
    [0, 100, 10],
    [-10, 10, 1],
    [1, 11, 1],
    [0.5, 4.5, 1],
  ])('of %d…%d in steps of %d are undefined, so people type the number', (min, max, step) => {
    expect(listScoreKeys({ min, max, step })).toBeUndefined();
  });

  it('gives exactly the score of its keys', () => {
    const scale = fc.record({ min: fc.integer({ min: -12, max: 12 }), span: fc.integer({ min: 1, max: 20 }) });
    fc.assert(
      fc.property(scale, ({ min, span }) =>
        (listScoreKeys({ min, max: min + span, step: 1 }) ?? []).every(
          ({ score, keys }) => score === (keys[0] === '=' ? 10 : Number(keys.join(''))),
        ),
      ),
    );
  });
});
