import { describe, expect, it } from 'vitest';
import { renderNumberOf } from './number-of.ts';

describe('renderNumberOf', () => {
  it.each([
    [1, '1 pair'],
    [0, '0 pairs'],
    [2000, '2,000 pairs'],
  ])('shows %s as %s', (count, text) => {
    expect(renderNumberOf(count, 'pair')).toBe(text);
  });
});
