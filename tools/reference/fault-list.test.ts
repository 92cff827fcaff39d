import { expect, test } from 'vitest';
import { faultCodes } from '../../src/base/fault-codes.ts';
import { groups, prefixOf, renderFaultCodes } from './fault-list.ts';

test('every error code is in exactly one group of the page', () => {
  const prefixes = Object.values(groups).flat();
  expect(new Set(prefixes).size).toBe(prefixes.length);
  expect(Object.keys(faultCodes).filter((code) => !prefixes.includes(prefixOf(code)))).toEqual([]);
  const page = renderFaultCodes();
  for (const code of Object.keys(faultCodes)) expect(page.split(`<a id="${code}"></a>`)).toHaveLength(2);
});

test('every text is whole sentences that end in a period', () => {
  const bad = Object.entries(faultCodes).filter(([, text]) => !/^[A-Z`*-].*[.?]$/s.test(text));
  expect(bad).toEqual([]);
});
