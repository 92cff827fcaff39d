import { expect, it } from 'vitest';
import { makeRandomIds } from './random-id.ts';

it('makes ids of ten plain letters, each different', () => {
  const newId = makeRandomIds();
  const ids = Array.from({ length: 5000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^[a-z2-9]{10}$/.test(id))).toBe(true);
});
