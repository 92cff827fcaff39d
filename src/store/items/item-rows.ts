import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { ItemStatus } from '../../conversation/item/item.ts';
import type { ItemIndex } from '../../curate/item-content.ts';
import type { Connection } from '../sqlite/connection.ts';
import { TextIndex } from '../sqlite/text-index.ts';
import type { Database } from '../tables/database.ts';
import { parseWith } from '../tables/json-column.ts';
import { Statement, toParameters } from '../tables/statement.ts';

/** An item's number, and the sequence that its rows are stored under. */
export interface IndexedItem {
  readonly no: number;
  readonly sequence: number;
  readonly status: ItemStatus;
}

/** The rows of other tables by which an item is found. */
export class ItemRows {
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #texts: TextIndex;

  constructor(connection: Connection, db: Kysely<Database>) {
    this.#statements = prepareStatements(connection, db);
    this.#texts = new TextIndex(connection, db);
  }

  insert({ no, sequence, status }: IndexedItem, index: ItemIndex): void {
    const { insertItemTag, insertQuestion } = this.#statements;
    for (const tag of index.manualTags) insertItemTag.run({ scope: 'item', tag, sequence });
    for (const tag of index.computedTags) insertItemTag.run({ scope: 'item', tag, sequence });
    for (const tag of index.turnTags) insertItemTag.run({ scope: 'turn', tag, sequence });
    if (status === 'approved') for (const key of index.questionKeys) insertQuestion.run({ key, item_no: no });
    this.#texts.insert(sequence, index);
  }

  delete({ no, sequence, status }: IndexedItem, { manual, computed, turn, questions }: FoundBy): void {
    const { deleteItemTag, deleteQuestion } = this.#statements;
    for (const tag of manual) deleteItemTag.run({ scope: 'item', tag, sequence });
    for (const tag of computed) deleteItemTag.run({ scope: 'item', tag, sequence });
    for (const tag of turn) deleteItemTag.run({ scope: 'turn', tag, sequence });
    if (status === 'approved') for (const key of questions) deleteQuestion.run({ key, item_no: no });
    this.#texts.delete(sequence);
  }
}

function prepareStatements(connection: Connection, db: Kysely<Database>) {
  return {
    insertItemTag: connection.prepare(insertItemTagStatement(db)),
    deleteItemTag: connection.prepare(deleteItemTagStatement(db)),
    insertQuestion: connection.prepare(insertQuestionStatement(db)),
    deleteQuestion: connection.prepare(deleteQuestionStatement(db)),
  };
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

const itemTagColumns = ['scope', 'tag', 'sequence'] as const;

/** Tags that differ only in broken characters are one here. */
function insertItemTagStatement(db: Kysely<Database>) {
  const tag = toParameters('item_tags', itemTagColumns);
  const query = db.insertInto('item_tags').values(tag);
  return new Statement(
    tag,
    query.onConflict((conflict) => conflict.doNothing()),
  );
}

function deleteItemTagStatement(db: Kysely<Database>) {
  const tag = toParameters('item_tags', itemTagColumns);
  const query = db.deleteFrom('item_tags').where('scope', '=', tag.scope).where('tag', '=', tag.tag);
  return new Statement(tag, query.where('sequence', '=', tag.sequence));
}

function insertQuestionStatement(db: Kysely<Database>) {
  const question = toParameters('questions', ['key', 'item_no']);
  const query = db.insertInto('questions').values(question);
  return new Statement(
    question,
    query.onConflict((conflict) => conflict.doNothing()),
  );
}

function deleteQuestionStatement(db: Kysely<Database>) {
  const question = toParameters('questions', ['key', 'item_no']);
  const query = db.deleteFrom('questions').where('key', '=', question.key);
  return new Statement(question, query.where('item_no', '=', question.item_no));
}
