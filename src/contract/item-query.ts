import { z } from 'zod';
import { definedOnly } from '../base/defined-only.ts';
import { ItemStatus } from '../conversation/item/item.ts';
import { toItemTag } from '../conversation/item/item-tags.ts';
import { Cursor, Flag, filterOf, listOf, shortText, trimmedFilterOf, wholeNumber } from './query-values.ts';

const ItemTag = z
  .string()
  .max(500)
  .transform((written, context) => {
    const tag = toItemTag(written);
    if (tag === undefined) context.addIssue({ code: 'custom', message: 'Expected a tag such as "topic:refunds".' });
    return tag ?? z.NEVER;
  });

/** What items have to fit. Lists are comma-separated in a query, and may be lists in a body. A blank filter is none. */
export const ItemFilterFields = z.strictObject({
  status: filterOf(listOf(ItemStatus)).describe(
    'Any of these, comma-separated: `draft,skipped`. Default: all except deleted.',
  ),
  dataset: filterOf(listOf(shortText())).describe(
    'In any of these datasets, comma-separated. In a list, write `\\,` for a comma and `\\\\` for a backslash.',
  ),
  tags: filterOf(listOf(ItemTag)).describe(
    'With all of these tags, manual or computed, comma-separated: `source:sme,turns:multiturn`.',
  ),
  excludeTags: filterOf(listOf(ItemTag)).describe('With none of these tags.'),
  turnTags: filterOf(listOf(shortText(500))).describe('Each of these tags is on at least one turn.'),
  itemId: trimmedFilterOf(shortText()).describe('The ID starts with this. Spaces around it are ignored.'),
  refUrl: trimmedFilterOf(shortText(2000)).describe(
    'Text in the URL of any reference, on the item or a turn. Case-insensitive.',
  ),
  keyword: filterOf(shortText()).describe(
    "The item's text contains all of these words. Use quotes for phrases and `refund*` for prefixes.",
  ),
  assignedTo: filterOf(shortText(500)).describe('Assigned to this person.'),
});
export type ItemFilterFields = z.infer<typeof ItemFilterFields>;

/** What the list of items can be ordered by. */
export const itemSorts = ['updatedAt', 'reviewedAt', 'id', 'totalReferences', 'tagCount'] as const;

/** The query of the list of items. */
export const ItemListQuery = ItemFilterFields.extend({
  sortBy: z.enum(itemSorts).default('updatedAt').describe('Sort field.'),
  sortOrder: z.enum(['asc', 'desc']).optional().describe('Default: asc for id, desc for the others.'),
  limit: wholeNumber({ min: 1, max: 200 }).default(50).describe('Items per page, 1 to 200. Default: 50.'),
  cursor: Cursor.optional(),
  total: Flag.optional().describe('Also return the exact number of matching items. Slow on large databases.'),
  view: z
    .enum(['item', 'row'])
    .default('item')
    .describe('item: full items. row: short summaries for tables, with the passage that matches `keyword`.'),
});
export type ItemListQuery = z.infer<typeof ItemListQuery>;

/** The filter for the store, without keys that were not given. */
export function toItemFilter(fields: ItemFilterFields) {
  return definedOnly({
    statuses: fields.status,
    datasets: fields.dataset,
    tags: fields.tags,
    excludeTags: fields.excludeTags,
    turnTags: fields.turnTags,
    idPrefix: fields.itemId,
    refUrl: fields.refUrl,
    keyword: fields.keyword,
    assignedTo: fields.assignedTo,
  });
}
