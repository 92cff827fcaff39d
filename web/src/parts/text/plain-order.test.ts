import { expect, test } from 'vitest';
import { toPlainOrder } from './plain-order.ts';

test.each([
  ['Deleted invoice\u202Egnp.exe.', 'Deleted invoicegnp.exe.'],
  ['\u2067a\u2069 \u2066b\u2069 \u2068c\u2069', 'a b c'],
  ['שלום عليكم', 'שלום عليكم'],
  ['👩\u200D💻 a\u200Fb', '👩\u200D💻 a\u200Fb'],
])('%j becomes %j inside a sentence', (text, plain) => {
  expect(toPlainOrder(text)).toBe(plain);
});
