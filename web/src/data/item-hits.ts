import { queryOptions } from '@tanstack/react-query';
import { type ItemRow, ItemRowPage } from '../../../src/contract/item-row.ts';
import { askApi } from './ask-api.ts';
import { toKeyText } from './item-key.ts';
import { itemKeys } from './items.ts';
import { toQueryText } from './query-text.ts';

/** The few items whose id begins with what is typed, then those whose texts have it. */
export function itemHitsQuery(typed: string, limit = 6) {
  const text = typed.trim();
  const keyword = toPrefixWords(text);
  return queryOptions({
    queryKey: [...itemKeys.hits, text, limit],
    queryFn: async ({ signal }) => {
      const ask = (filter: { readonly itemId: string } | { readonly keyword: string }) => {
        const query = toQueryText({ ...filter, view: 'row', limit });
        return askApi({ schema: ItemRowPage, path: `/v1/ground-truths${query}`, signal });
      };
      const [byId, byWords] = await Promise.all([ask({ itemId: text }), keyword === '' ? undefined : ask({ keyword })]);
      return toDistinctRows([...byId.rows, ...(byWords?.rows ?? [])]).slice(0, limit);
    },
    enabled: text.length >= 2,
    retry: false,
  });
}

/** As the search of items reads it: every word, the last one as a beginning, no sign with a meaning of its own. */
function toPrefixWords(text: string): string {
  const words = text.replace(/["*]/gu, ' ').trim();
  return words === '' ? '' : `${words}*`;
}

function toDistinctRows(rows: readonly ItemRow[]): readonly ItemRow[] {
  return [...new Map(rows.map((row) => [toKeyText(row), row])).values()];
}
