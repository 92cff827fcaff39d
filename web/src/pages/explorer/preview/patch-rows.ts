import type { InfiniteData } from '@tanstack/react-query';
import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { ItemRowPage } from '../../../../../src/contract/item-row.ts';

type RowPages = InfiniteData<ItemRowPage, string | undefined>;

/**
 * Loaded rows with what an item has become. It keeps its place even where it would not fit any more, so that nothing
 * moves under the hand. Pages without it stay the same objects.
 */
export function patchRows(data: RowPages | undefined, item: ItemAnswer): RowPages | undefined {
  if (data === undefined) return undefined;
  const isIt = (row: { readonly dataset: string; readonly id: string }) =>
    row.dataset === item.datasetName && row.id === item.id;
  const { status, revision, _etag, updatedAt, updatedBy } = item;
  const change = { status, revision, _etag, updatedAt, updatedBy };
  const toPage = (page: ItemRowPage) =>
    page.rows.some(isIt) ? { ...page, rows: page.rows.map((row) => (isIt(row) ? { ...row, ...change } : row)) } : page;
  return { ...data, pages: data.pages.map(toPage) };
}
