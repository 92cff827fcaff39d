import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ItemFilterFields } from '../../../src/contract/item-query.ts';
import { toQueryText } from './query-text.ts';

test('the server reads the lists that the Studio writes, whatever the names contain', () => {
  const name = fc
    .string({ unit: fc.constantFrom('\\', ',', ' ', '&', '%', '+', 'a', 'ä') })
    .filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (dataset) => {
      const query = Object.fromEntries(new URLSearchParams(toQueryText({ dataset })));
      expect(ItemFilterFields.parse(query)).toEqual({ dataset });
    }),
  );
});

test('absent values and empty lists are left out', () => {
  expect(toQueryText({ dataset: [], keyword: undefined })).toBe('');
});
