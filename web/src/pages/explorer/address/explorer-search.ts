import { joinList, splitList } from '../../../../../src/base/list-text.ts';
import { itemSorts } from '../../../../../src/contract/item-query.ts';
import { ItemStatus } from '../../../../../src/conversation/item/item.ts';
import { toItemTag } from '../../../../../src/conversation/item/item-tags.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import type { ItemFilter, ItemOrder } from '../../../data/items.ts';
import { type ColumnId, toColumns } from './column-ids.ts';

/** The view of the explorer. The address contains all of it. */
export interface ExplorerView {
  readonly filter: ItemFilter;
  readonly order: ItemOrder;
  /** Absent: the columns stored in this browser. */
  readonly columns?: readonly ColumnId[];
  /** The item in the preview. */
  readonly open?: ItemKey;
}

/** The query of the address. Filters and order use the names and values of the API. */
export type ExplorerSearch = { readonly [Name in SearchName]?: string };

type SearchName = keyof ItemFilter | keyof ItemOrder | 'columns' | 'open';

/** Parses an untrusted address. Invalid values are ignored. */
export function parseExplorerSearch(raw: Readonly<Record<string, unknown>>): ExplorerView {
  const columns = toColumns(readList(raw.columns));
  const open = readKey(raw.open);
  return {
    filter: readFilter(raw),
    order: readOrder(raw),
    ...(columns === undefined ? {} : { columns }),
    ...(open === undefined ? {} : { open }),
  };
}

export function toExplorerSearch({ filter, order, columns, open }: Partial<ExplorerView>): ExplorerSearch {
  const values = {
    ...filter,
    ...order,
    columns,
    open: open && `${encodeURIComponent(open.dataset)}/${encodeURIComponent(open.id)}`,
  };
  const texts = Object.entries(values).map(([name, value]) => [name, isList(value) ? joinList(value) : value]);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined && text !== ''));
}

/** Drops invalid values, so that the address matches what is shown. */
export function checkExplorerSearch(raw: Readonly<Record<string, unknown>>): ExplorerSearch {
  return toExplorerSearch(parseExplorerSearch(raw));
}

function readFilter(raw: Readonly<Record<string, unknown>>): ItemFilter {
  const tags = readTags(raw.tags);
  return withoutBlank({
    status: ItemStatus.options.filter((status) => readList(raw.status).includes(status)),
    dataset: readList(raw.dataset),
    tags,
    excludeTags: readTags(raw.excludeTags).filter((tag) => !tags.includes(tag)),
    turnTags: readList(raw.turnTags),
    itemId: readText(raw.itemId),
    refUrl: readText(raw.refUrl),
    keyword: readText(raw.keyword),
    assignedTo: readText(raw.assignedTo),
  });
}

function readOrder(raw: Readonly<Record<string, unknown>>): ItemOrder {
  const sortBy = itemSorts.find((sort) => sort === raw.sortBy);
  const sortOrder = (['asc', 'desc'] as const).find((order) => order === raw.sortOrder);
  return { ...(sortBy === undefined ? {} : { sortBy }), ...(sortOrder === undefined ? {} : { sortOrder }) };
}

function readKey(value: unknown): ItemKey | undefined {
  const [dataset = '', id = '', ...rest] = readText(value).split('/').map(decode);
  return dataset === '' || id === '' || rest.length > 0 ? undefined : { dataset, id };
}

/** Returns the empty string if the percent encoding is invalid. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function readTags(value: unknown): readonly string[] {
  return [...new Set(readList(value).flatMap((written) => toItemTag(written) ?? []))];
}

/** A list is a text with commas. A repeated name arrives as an array. */
function readList(value: unknown): readonly string[] {
  const texts = (isList(value) ? value : [value]).map(readText);
  return [...new Set(texts.flatMap(splitList))].filter((value) => value.trim() !== '');
}

/** A link inside the Studio may pass a number. */
function readText(value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : '';
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value);
}

/** The filter without empty values. */
export function withoutBlank(filter: ItemFilter): ItemFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value.length > 0));
}
