import { z } from 'zod';
import { ItemStatus } from '../conversation/item.ts';
import { Cursor } from './query-values.ts';

/** What a table shows of an item: short however long its conversation is. */
export const ItemRow = z
  .object({
    dataset: z.string(),
    id: z.string(),
    status: ItemStatus,
    _etag: z.string(),
    revision: z.int(),
    question: z.string().describe('The first question of a user: what it is about. At most 300 characters.'),
    answer: z.string().describe('The last answer, at most 300 characters.'),
    turns: z.int().describe('How many turns it has.'),
    totalReferences: z.int(),
    tags: z.array(z.string()).describe('Manual ones.'),
    computedTags: z.array(z.string()),
    turnTags: z.array(z.string()).describe('Of all turns, each once.'),
    updatedAt: z.string(),
    updatedBy: z.string(),
    reviewedAt: z.string().optional(),
    assignedTo: z.string().optional(),
    hit: z
      .object({ turnIndex: z.int().nullable().describe('null: not in a turn.'), text: z.string() })
      .optional()
      .describe('With `keyword`: the passage that it was found in, at most 240 characters.'),
  })
  .meta({ id: 'ItemRow' });
export type ItemRow = z.infer<typeof ItemRow>;

/** A page of the list with `view=row`. */
export const ItemRowPage = z
  .object({
    rows: z.array(ItemRow),
    cursor: Cursor.nullable().describe('Ask for the next page with it; null: this was the last.'),
    total: z.int().optional().describe('Every item that fits, on all pages; only with `total=true`.'),
  })
  .describe('A page of items, short.');
export type ItemRowPage = z.infer<typeof ItemRowPage>;
