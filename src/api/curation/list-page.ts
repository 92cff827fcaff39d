import { definedOnly } from '../../base/defined-only.ts';
import { type ItemListQuery, toItemFilter } from '../../contract/item-query.ts';
import type { ItemStore } from '../../store/item-port.ts';
import { joinItems } from './text-answers.ts';

/** A page of items, as JSON text. */
export async function listPage(items: ItemStore, query: ItemListQuery): Promise<string> {
  const filter = toItemFilter(query);
  const { sortBy, limit, cursor } = query;
  const sortOrder = query.sortOrder ?? (sortBy === 'id' ? 'asc' : 'desc');
  const [page, total] = await Promise.all([
    items.list({ ...filter, sortBy, sortOrder, limit, ...definedOnly({ cursor }) }),
    query.total === true ? items.count(filter) : undefined,
  ]);
  const end = JSON.stringify({ cursor: page.cursor ?? null, total });
  return `{"items":${joinItems(page.records)},${end.slice(1)}`;
}
