import { expect, it } from 'vitest';
import { toAgeMs } from './add-runs.ts';

it.each([
  ['12h', 12 * 3_600_000],
  ['30d', 30 * 86_400_000],
  ['2w', 14 * 86_400_000],
])('%s is %i ms', (text, ms) => {
  expect(toAgeMs(text)).toBe(ms);
});

it.each(['', '30', 'd', '0d', '-1d', '1.5d', '30 d', '30D', '1y', '1234567d'])('%j is refused', (text) => {
  expect(() => toAgeMs(text)).toThrow('such as 12h, 30d or 2w');
});
