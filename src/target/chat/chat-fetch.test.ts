import { expect, it } from 'vitest';
import { mergeBody } from './chat-fetch.ts';

it.each([
  ['adds keys', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
  ['replaces values', { a: 1 }, { a: 2 }, { a: 2 }],
  ['merges mappings', { c: { t: 0, k: 1 } }, { c: { k: 2 } }, { c: { t: 0, k: 2 } }],
  ['replaces lists', { a: [1, 2] }, { a: [3] }, { a: [3] }],
  ['does not look behind own keys', {}, { toString: { x: 1 } }, { toString: { x: 1 } }],
])('%s', (_what, body, extra, merged) => {
  expect(JSON.parse(mergeBody(JSON.stringify(body), extra))).toEqual(merged);
});
