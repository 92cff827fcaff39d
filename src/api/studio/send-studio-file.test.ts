import { expect, it } from 'vitest';
import { pickEncoding } from './send-studio-file.ts';

it.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP , BR;q=0.1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['br;q=nonsense', undefined],
])('of both forms, a caller that accepts %j gets %s', (accepted, picked) => {
  expect(pickEncoding(accepted, ['br', 'gzip'])).toBe(picked);
});

it('picks only what there is', () => {
  expect(pickEncoding('br, gzip', ['gzip'])).toBe('gzip');
  expect(pickEncoding('br, gzip', [])).toBeUndefined();
});
