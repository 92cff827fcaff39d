import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemSorts } from '../../../../../src/contract/item-query.ts';
import { ItemStatus } from '../../../../../src/conversation/item/item.ts';
import { parsePlainSearch, toPlainSearch } from '../../../app/router.tsx';
import { columnIds, toColumns } from './column-ids.ts';
import { checkExplorerSearch, type ExplorerView, parseExplorerSearch, toExplorerSearch } from './explorer-search.ts';

const text = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .filter((value) => value.trim() !== '' && value.isWellFormed());
const tag = fc
  .tuple(fc.stringMatching(/^[a-z]{1,5}$/), fc.stringMatching(/^[a-z0-9,_\\]{1,5}$/))
  .map((parts) => parts.join(':'));
const list = (value: fc.Arbitrary<string>) => fc.uniqueArray(value, { minLength: 1, maxLength: 4 });

const view: fc.Arbitrary<ExplorerView> = fc.record(
  {
    filter: fc.record(
      {
        status: fc.subarray([...ItemStatus.options], { minLength: 1 }),
        dataset: list(text),
        tags: list(tag),
        excludeTags: list(tag.map((written) => `not-${written}`)),
        turnTags: list(text),
        itemId: text,
        refUrl: text,
        keyword: text,
        assignedTo: text,
      },
      { requiredKeys: [] },
    ),
    order: fc.record(
      { sortBy: fc.constantFrom(...itemSorts), sortOrder: fc.constantFrom('asc' as const, 'desc' as const) },
      { requiredKeys: [] },
    ),
    columns: fc.shuffledSubarray([...columnIds], { minLength: 1 }).map((ids) => toColumns(ids) ?? []),
    open: fc.record({ dataset: text, id: text }),
  },
  { requiredKeys: ['filter', 'order'] },
);

test('every view round-trips through the address and the router', () => {
  fc.assert(
    fc.property(view, (shown) => {
      const search = toExplorerSearch(shown);
      expect(parseExplorerSearch(search)).toEqual(shown);
      expect(parseExplorerSearch(parsePlainSearch(toPlainSearch(search)))).toEqual(shown);
    }),
  );
});

test('any address is parsed without an error, and is then normalized', () => {
  const raw = fc.dictionary(
    fc.constantFrom('status', 'tags', 'open', 'columns', 'keyword', 'sortBy', 'x'),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(raw, (written) => {
      const search = checkExplorerSearch(written);
      expect(checkExplorerSearch(search)).toEqual(search);
    }),
  );
});

test.each([
  ['an unknown status', { status: 'draft,lost' }, { status: 'draft' }],
  ['a tag without a group', { tags: 'refunds,topic:refunds' }, { tags: 'topic:refunds' }],
  [
    'a tag that is both included and excluded',
    { tags: 'a:b', excludeTags: 'a:b,c:d' },
    { tags: 'a:b', excludeTags: 'c:d' },
  ],
  ['an order the server does not support', { sortBy: 'answer', sortOrder: 'up' }, {}],
  ['a blank text', { keyword: '  ', itemId: '' }, {}],
  ['an incomplete key', { open: 'support' }, {}],
  ['an invalid percent encoding', { open: '%zz/1' }, {}],
  ['unknown columns', { columns: 'color' }, {}],
  ['an unknown parameter', { color: 'red' }, {}],
])('drops %s', (_, written, kept) => {
  expect(checkExplorerSearch(written)).toEqual(kept);
});

test('accepts a filter as the API writes it, repeated, or as a number', () => {
  const { filter } = parseExplorerSearch({ status: ['draft', 'skipped'], dataset: 'a\\,b,c', itemId: 7 });
  expect(filter).toEqual({ status: ['draft', 'skipped'], dataset: ['a,b', 'c'], itemId: '7' });
});

test('normalizes the spelling of a tag', () => {
  expect(parseExplorerSearch({ tags: ' Source : SME ' }).filter.tags).toEqual(['source:sme']);
});

test('adds the question to a list of columns, because it is the link of the row', () => {
  expect(parseExplorerSearch({ columns: 'updated,id' }).columns).toEqual(['question', 'updated', 'id']);
});
