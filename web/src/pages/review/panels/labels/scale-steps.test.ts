import { describe, expect, it } from 'vitest';
import { findStepKeys, findSteps, renderScore, toPassMark } from './scale-steps.ts';

describe('findSteps', () => {
  it.each([
    [{ min: -3, max: 3, step: 1 }, [-3, -2, -1, 0, 1, 2, 3]],
    [{ min: 0, max: 1, step: 0.25 }, [0, 0.25, 0.5, 0.75, 1]],
    [{ min: 0, max: 0.3, step: 0.1 }, [0, 0.1, 0.2, 0.3]],
    [{ min: 1, max: 10, step: 1 }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    [{ min: 0, max: 10, step: 1 }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ])('lists the steps of %j, as numbers that people write', (scale, steps) => {
    expect(findSteps(scale)).toEqual(steps);
  });

  it('has none without steps, and with more than fit a row', () => {
    expect(findSteps({ min: 0, max: 1, step: 0 })).toBeUndefined();
    expect(findSteps({ min: 0, max: 100, step: 1 })).toBeUndefined();
  });
});

describe('toPassMark', () => {
  const question = { question: 'overall', title: 'Overall', min: -3, max: 3, step: 1, text: '' };

  it('is the one that the deck names, else the first step above the middle', () => {
    expect(toPassMark({ ...question, pass: 2 })).toBe(2);
    expect(toPassMark(question)).toBe(1);
  });
});

describe('renderScore', () => {
  it.each([
    [-2, { min: -3, max: 3 }, '−2'],
    [2, { min: -3, max: 3 }, '+2'],
    [0, { min: -3, max: 3 }, '0'],
    [2, { min: 1, max: 5 }, '2'],
  ])('shows %d with a sign where the scale has both', (score, scale, text) => {
    expect(renderScore(score, scale)).toBe(text);
  });
});

describe('findStepKeys', () => {
  it('shows the keys of each score, and none where numbers are typed', () => {
    expect([...(findStepKeys({ min: -1, max: 1, step: 1 }) ?? [])]).toEqual([
      [-1, '- 1'],
      [0, '0'],
      [1, '1'],
    ]);
    expect(findStepKeys({ min: 0, max: 1, step: 0.25 })).toBeUndefined();
  });
});
