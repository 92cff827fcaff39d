import { expect, it } from 'vitest';
import { makeTurnIds } from './turn-id.ts';

it('gives ten plain letters, never the same twice', () => {
  const newTurnId = makeTurnIds();
  const ids = Array.from({ length: 5000 }, newTurnId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^[a-z2-9]{10}$/.test(id))).toBe(true);
});
