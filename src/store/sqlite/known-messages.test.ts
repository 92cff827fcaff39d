import { expect, it } from 'vitest';
import { KnownMessages } from './known-messages.ts';

const key = (...bytes: number[]) => String.fromCharCode(...bytes, ...new Array(16 - bytes.length).fill(7));

it('finds what was added, by the whole key', () => {
  const known = new KnownMessages();
  expect(known.find(key(255, 0, 128, 1))).toBeUndefined();
  expect(known.add(key(255, 0, 128, 1), 2 ** 40)).toBe(2 ** 40);
  expect(known.find(key(255, 0, 128, 1))).toBe(2 ** 40);
  expect(known.find(key(255, 0, 128, 1, 8))).toBeUndefined();
});

it('does not take a key of zeros for known', () => {
  expect(new KnownMessages().find('\0'.repeat(16))).toBeUndefined();
});

it('forgets a message when another takes its place', () => {
  const known = new KnownMessages();
  known.add(key(1, 2, 3, 4), 1);
  known.add(key(1, 2, 3, 4, 5), 2);
  expect(known.find(key(1, 2, 3, 4))).toBeUndefined();
  expect(known.find(key(1, 2, 3, 4, 5))).toBe(2);
});
