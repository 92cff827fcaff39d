import { expect, it } from 'vitest';
import { agreement } from './agreement.ts';
import { agreementKeys } from './agreement-table.ts';

it.each([
  [1e308, -1e308],
  [1e-320, 2e-320],
])('has only finite metrics for the scores %d and %d', (one, other) => {
  const ratings = [one, other, one, one].map((score, place) => ({
    unit: `u${place >> 1}`,
    rater: `r${place & 1}`,
    score,
  }));
  const found = agreement(ratings);
  for (const key of agreementKeys) {
    const { value, why } = found[key];
    expect(value === null ? why : Number.isFinite(value), key).toBeTruthy();
  }
});
