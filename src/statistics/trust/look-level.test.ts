import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../rates/normal-quantile.ts';
import { seededRandom } from '../resampling/seeded-random.ts';
import { lookLevel } from './look-level.ts';

describe('lookLevel', () => {
  it.each([
    // z² = 1.5·ln(30/(10·0.0025)) = 1.5·7.0901 = 10.635
    [20, 0.05, 3.2612],
    // z² = 1.1·ln(110/(10·0.0025)) = 1.1·8.3894 = 9.2284
    [100, 0.05, 3.0378],
  ])('of %i samples at %d has z = %d', (n, alpha, z) => {
    expect(normalQuantile((1 + lookLevel(n, alpha)) / 2)).toBeCloseTo(z, 3);
  });

  it('keeps a mean from 20 to 500 samples within its interval, looking after each', () => {
    const random = seededRandom(7);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const limits = Array.from({ length: 501 }, (_, n) => normalQuantile((1 + lookLevel(n, 0.05)) / 2));
    let left = 0;
    for (let path = 0; path < 1_000; path++) {
      let sum = 0;
      for (let n = 1; n <= 500; n++) {
        sum += normal();
        if (n >= 20 && Math.abs(sum) / Math.sqrt(n) > (limits[n] ?? 0)) {
          left += 1;
          break;
        }
      }
    }
    // 2.8% of 20,000 paths.
    expect(left / 1_000).toBeLessThanOrEqual(0.045);
  });

  it('refuses a chance that is none', () => {
    expect(() => lookLevel(20, 0)).toThrow(/0 < alpha < 1, got 0/);
  });
});
