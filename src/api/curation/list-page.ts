import { definedOnly } from '../../base/defined-only.ts';
import { type ItemListQuery, toItemFilter } from '../../contract/item-query.ts';
import type { ItemBrief, ItemQuery, ItemStore } from '../../store/item-port.ts';
import { joinItems } from './text-answers.ts';

/** A page of items, as JSON text. */
export async function listPage(items: ItemStore, query: ItemListQuery): Promise<string> {
  const filter = toItemFilter(query);
  const { sortBy, limit, cursor } = query;
  const sortOrder = query.sortOrder ?? (sortBy === 'id' ? 'asc' : 'desc');
  const wanted: ItemQuery = { ...filter, sortBy, sortOrder, limit, ...definedOnly({ cursor }) };
  const [page, total] = await Promise.all([
    query.view === 'row' ? readRows(items, wanted) : readItems(items, wanted),
    query.total === true ? items.count(filter) : undefined,
  ]);
  const end = JSON.stringify({ cursor: page.cursor ?? null, total });
  return `{${page.list},${end.slice(1)}`;
}

/** A list as a member of JSON. */
interface ListText {
  readonly list: string;
  readonly cursor?: string | undefined;
}

async function readItems(items: ItemStore, query: ItemQuery): Promise<ListText> {
  const { records, cursor } = await items.list(query);
  return { list: `"items":${joinItems(records)}`, cursor };
}

async function readRows(items: ItemStore, query: ItemQuery): Promise<ListText> {
  const { briefs, cursor } = await items.listBriefs(query);
  return { list: `"rows":[${briefs.map(renderRow).join(',')}]`, cursor };
}

/** The summary is JSON already: nothing looks through it again. */
function renderRow(brief: ItemBrief): string {
  const { dataset, id, status, etag: _etag, revision, updatedAt, updatedBy, reviewedAt, assignedTo, summary } = brief;
  const head = { dataset, id, status, _etag, revision, updatedAt, updatedBy, reviewedAt, assignedTo };
  return `${JSON.stringify(head).slice(0, -1)},${summary.slice(1)}`;
}
