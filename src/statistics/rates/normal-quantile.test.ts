import { describe, expect, it } from 'vitest';
import { normalQuantile } from './normal-quantile.ts';

describe('normalQuantile', () => {
  it.each([
    [0.5, 0],
    [0.975, 1.959963984540054],
    [0.8, 0.8416212335729143],
    // The two test values of the published algorithm.
    [0.25, -0.6744897501960817],
    [0.001, -3.090232306167814],
    [1e-20, -9.262340089798409],
  ])('of %d is %d', (probability, expected) => {
    expect(normalQuantile(probability)).toBeCloseTo(expected, 12);
  });

  it.each([0, 1, -0.1, Number.NaN])('refuses %d', (probability) => {
    expect(() => normalQuantile(probability)).toThrow(RangeError);
  });
});
