import { expect, it } from 'vitest';
import { renderBytes } from './render-bytes.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [9_949, '9.9 kB'],
  [9_950, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [5e12, '5.0 TB'],
  [5e15, '5000 TB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(renderBytes(bytes)).toBe(text);
});
