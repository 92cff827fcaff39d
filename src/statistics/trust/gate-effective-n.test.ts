import { describe, expect, it } from 'vitest';
import { weightedRateInterval } from '../rates/weighted-rate.ts';
import { gateEffectiveN } from './gate-effective-n.ts';

it('counts by the heaviest sample that was drawn, even if it is not among the trials', () => {
  const trials = Array.from({ length: 24 }, (_, place) => ({ cluster: `c${place}`, isHit: true }));
  expect(gateEffectiveN(trials)).toBe(24);
  expect(gateEffectiveN(trials, 20)).toBeCloseTo(24 / 20, 9);
});

describe('gateEffectiveN', () => {
  it('is the number of trials if each is a conversation of its own', () => {
    const trials = Array.from({ length: 30 }, (_, place) => ({ cluster: `${place}`, isHit: place % 7 !== 0 }));
    expect(gateEffectiveN(trials)).toBe(30);
    expect(gateEffectiveN([])).toBe(0);
  });

  it('counts conversations if every trial is a hit', () => {
    const trials = Array.from({ length: 30 }, (_, place) => ({ cluster: `${place % 10}`, isHit: true }));
    expect(gateEffectiveN(trials)).toBe(10);
  });

  it('is between conversations and the estimated size, and nearer to that size with more conversations', () => {
    // Two of three trials hit in every conversation, but for one each of all and none: hardly any variance between them.
    const toTrials = (clusters: number) =>
      Array.from({ length: 3 * clusters }, (_, place) => {
        const cluster = Math.floor(place / 3);
        return { cluster: `${cluster}`, isHit: cluster === 0 || (cluster > 1 && place % 3 > 0) };
      });
    const few = gateEffectiveN(toTrials(10));
    const many = gateEffectiveN(toTrials(200));
    expect(weightedRateInterval(toTrials(10)).effectiveN).toBeGreaterThan(20);
    // (10 + 50) / (10/nᵉ + 50/10) < 12
    expect(few > 10 && few < 12).toBe(true);
    // (200 + 50) / (200/600 + 50/200) = 428.6
    expect(weightedRateInterval(toTrials(200)).effectiveN).toBe(600);
    expect(many).toBeCloseTo(250 / (200 / 600 + 50 / 200), 6);
  });

  it('lets a light trial count as its weight is of the heaviest', () => {
    // 5 + 15·1.25 = 23.75 of 5: 4.75 trials, though Kish's size is 23.75²/(25 + 15·1.5625) = 11.64.
    const trials = Array.from({ length: 16 }, (_, place) => ({
      ...{ cluster: `${place}`, isHit: true, weight: place === 0 ? 5 : 1.25 },
    }));
    expect(gateEffectiveN(trials)).toBeCloseTo(4.75, 9);
  });
});
