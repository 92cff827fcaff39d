import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { ItemIndex } from '../../curate/item-content.ts';
import type { Database } from './database.ts';
import { parseWith } from './json-column.ts';

/**
 * The rows of other tables by which an item is found while a content is its own. Kept with it: what the rules of
 * curation would find in the same content today may be something else.
 */
export const FoundBy = z.strictObject({
  manual: z.array(z.string()),
  computed: z.array(z.string()),
  turn: z.array(z.string()),
  questions: z.array(z.string()),
});
export type FoundBy = z.infer<typeof FoundBy>;

export function toFoundBy(index: ItemIndex): string {
  const { manualTags: manual, computedTags: computed, turnTags: turn, questionKeys: questions } = index;
  return JSON.stringify({ manual, computed, turn, questions });
}

export function parseFoundBy(text: string, body: number): FoundBy {
  return parseWith(FoundBy, text, `content ${body}`);
}

/** Parameters: found_by, body. */
export function insertBodyQuery(db: Kysely<Database>) {
  return db.insertInto('bodies').values({ found_by: '', body: '' });
}
