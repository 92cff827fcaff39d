import { z } from 'zod';
import { ItemStatus } from '../conversation/item/item.ts';
import { Cursor } from './query-values.ts';

/** What a table shows of an item: short however long its conversation is. */
export const ItemRow = z
  .object({
    dataset: z.string(),
    id: z.string(),
    status: ItemStatus,
    _etag: z.string(),
    revision: z.int(),
    question: z.string().describe('The first user message, at most 300 characters.'),
    answer: z.string().describe('The last assistant message, at most 300 characters.'),
    turns: z.int().describe('Number of turns.'),
    totalReferences: z.int(),
    tags: z.array(z.string()).describe('Manual tags.'),
    computedTags: z.array(z.string()),
    turnTags: z.array(z.string()).describe('Distinct tags of all turns.'),
    updatedAt: z.string(),
    updatedBy: z.string(),
    reviewedAt: z.string().optional(),
    assignedTo: z.string().optional(),
    hit: z
      .object({ turnIndex: z.int().nullable().describe('null: outside the turns.'), text: z.string() })
      .optional()
      .describe('With `keyword`: the matching passage, at most 240 characters.'),
  })
  .meta({ id: 'ItemRow' });
export type ItemRow = z.infer<typeof ItemRow>;

/** A page of the list with `view=row`. */
export const ItemRowPage = z
  .object({
    rows: z.array(ItemRow),
    cursor: Cursor.nullable().describe('Cursor of the next page. null on the last page.'),
    total: z.int().optional().describe('Number of matching items on all pages. Only with `total=true`.'),
  })
  .describe('A page of short summaries.');
export type ItemRowPage = z.infer<typeof ItemRowPage>;
