import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { ItemStatus } from '../../conversation/item.ts';
import type { ItemIndex } from '../../curate/item-content.ts';
import type { TextIndex } from '../sqlite/text-index.ts';
import type { Database } from '../tables/database.ts';
import { parseWith } from '../tables/json-column.ts';
import type { ItemStatements } from './item-statements.ts';

/** Where an item stands: its number, and the sequence that its rows are kept under. */
export interface IndexedItem {
  readonly no: number;
  readonly sequence: number;
  readonly status: ItemStatus;
}

/** The rows of other tables by which an item is found. */
export class ItemRows {
  readonly #statements: ItemStatements;
  readonly #texts: TextIndex;

  constructor(statements: ItemStatements, texts: TextIndex) {
    this.#statements = statements;
    this.#texts = texts;
  }

  insert({ no, sequence, status }: IndexedItem, index: ItemIndex): void {
    const { insertItemTag, insertQuestion } = this.#statements;
    for (const tag of index.manualTags) insertItemTag.run('item', tag, sequence);
    for (const tag of index.computedTags) insertItemTag.run('item', tag, sequence);
    for (const tag of index.turnTags) insertItemTag.run('turn', tag, sequence);
    if (status === 'approved') for (const key of index.questionKeys) insertQuestion.run(key, no);
    this.#texts.insert(sequence, index);
  }

  delete({ no, sequence, status }: IndexedItem, { manual, computed, turn, questions }: FoundBy): void {
    const { deleteItemTag, deleteQuestion } = this.#statements;
    for (const tag of manual) deleteItemTag.run('item', tag, sequence);
    for (const tag of computed) deleteItemTag.run('item', tag, sequence);
    for (const tag of turn) deleteItemTag.run('turn', tag, sequence);
    if (status === 'approved') for (const key of questions) deleteQuestion.run(key, no);
    this.#texts.delete(sequence);
  }
}

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

/** Parameters: scope, tag, sequence. Tags that differ only in broken characters are one here. */
export function insertItemTagQuery(db: Kysely<Database>) {
  return db
    .insertInto('item_tags')
    .values({ scope: 'item', tag: '', sequence: 0 })
    .onConflict((conflict) => conflict.doNothing());
}

/** Parameters: scope, tag, sequence. */
export function deleteItemTagQuery(db: Kysely<Database>) {
  return db.deleteFrom('item_tags').where('scope', '=', 'item').where('tag', '=', '').where('sequence', '=', 0);
}

/** Parameters: key, item_no. */
export function insertQuestionQuery(db: Kysely<Database>) {
  return db
    .insertInto('questions')
    .values({ key: '', item_no: 0 })
    .onConflict((conflict) => conflict.doNothing());
}

/** Parameters: key, item_no. */
export function deleteQuestionQuery(db: Kysely<Database>) {
  return db.deleteFrom('questions').where('key', '=', '').where('item_no', '=', 0);
}
