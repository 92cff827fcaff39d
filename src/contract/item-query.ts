import { z } from 'zod';
import { definedOnly } from '../base/defined-only.ts';
import { ItemStatus } from '../conversation/item.ts';
import { toItemTag } from '../conversation/item-tags.ts';
import { Cursor, Flag, listOf, shortText, wholeNumber } from './query-values.ts';

const ItemTag = z
  .string()
  .max(500)
  .transform((written, context) => {
    const tag = toItemTag(written);
    if (tag === undefined) context.addIssue({ code: 'custom', message: 'Expected a tag such as "topic:refunds".' });
    return tag ?? z.NEVER;
  });

/** What items have to fit. Lists are comma-separated in a query, and may be lists in a body. */
export const ItemFilterFields = z.strictObject({
  status: listOf(ItemStatus)
    .optional()
    .describe('Any of these. Default: every status but deleted. Several with commas: `draft,skipped`.'),
  dataset: listOf(shortText()).optional().describe('In any of these datasets. A comma inside a name is written `\\,`.'),
  tags: listOf(ItemTag)
    .optional()
    .describe('With all of these tags, manual or computed: `source:sme,turns:multiturn`. A tag holds no comma.'),
  excludeTags: listOf(ItemTag).optional().describe('With none of these tags.'),
  turnTags: listOf(shortText(500)).optional().describe('Each of these tags stands on some turn.'),
  itemId: shortText().optional().describe('The id begins with this.'),
  refUrl: shortText(2000)
    .optional()
    .describe('Part of the url of a ref, of the item or of a turn; upper and lower case are the same.'),
  keyword: shortText()
    .optional()
    .describe(
      'Words that all stand in the texts of the item. "Quoted" ones next to each other; `refund*` as a beginning.',
    ),
  assignedTo: shortText(500).optional().describe('Held by this person.'),
});
export type ItemFilterFields = z.infer<typeof ItemFilterFields>;

/** What the list of items can be ordered by. */
export const itemSorts = ['updatedAt', 'reviewedAt', 'id', 'totalReferences', 'tagCount'] as const;

/** The query of the list of items. */
export const ItemListQuery = ItemFilterFields.extend({
  sortBy: z.enum(itemSorts).default('updatedAt').describe('What the order goes by.'),
  sortOrder: z.enum(['asc', 'desc']).optional().describe('Default: desc, and asc for id.'),
  limit: wholeNumber({ min: 1, max: 200 }).default(50).describe('Items on a page, 1 to 200. Default: 50.'),
  cursor: Cursor.optional(),
  total: Flag.optional().describe('Also count every item that fits; exact, and dear on big stores.'),
  view: z
    .enum(['item', 'row'])
    .default('item')
    .describe('item: each whole. row: what a table shows of each, short, with the passage that `keyword` found.'),
});
export type ItemListQuery = z.infer<typeof ItemListQuery>;

/** The filter as the store knows it: keys that were not given are not there. */
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
