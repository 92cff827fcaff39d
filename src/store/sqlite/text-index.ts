import { type Kysely, sql } from 'kysely';
import { indexedByCharacter } from '../../base/unspaced-scripts.ts';
import type { ItemIndex } from '../../curate/item-content.ts';
import { listKeywordTerms } from '../../curate/keyword-hits.ts';
import type { Database } from '../tables/database.ts';
import { Statement, toParameter } from '../tables/statement.ts';
import type { Connection } from './connection.ts';

/**
 * Between two texts of an item, so that no phrase matches across them. To FTS5 it is a word that no text has. Its letters
 * leave a plain text at one byte per character.
 */
const border = '\nªºª\n';
/** Cheap to rule out: texts without such characters are kept in one byte each. */
const mayBeUnspaced = /[\u1100-\uffff]/;
const unspaced = new RegExp(`[${indexedByCharacter}]`, 'gu');

/** Texts of an item as the one text that is looked through. */
export function toIndexedText(texts: readonly string[]): string {
  return texts.map(spaceOut).join(border);
}

/**
 * What the reader of a list typed as a query of FTS5, or undefined when there is no word in it. Everything is quoted,
 * so that no operator of FTS5 has a meaning.
 *
 * @example toTextQuery('refund "14 days" ord*') // '"refund" AND "14 days" AND "ord*" *'; the star in quotes counts for nothing
 */
export function toTextQuery(keyword: string): string | undefined {
  const terms = listKeywordTerms(keyword).map(({ text, isStart }) => `"${spaceOut(text)}"${isStart ? ' *' : ''}`);
  return terms.length === 0 ? undefined : terms.join(' AND ');
}

/** Part of a url as a query of the trigram index. */
export function toPartQuery(part: string): string {
  return `"${part.replaceAll('"', '""')}"`;
}

/** Every character of these scripts is a word, and adjacent ones are a phrase. */
function spaceOut(text: string): string {
  return mayBeUnspaced.test(text) ? text.normalize('NFC').replaceAll(unspaced, ' $& ') : text;
}

/**
 * Full-text tables over the texts and the urls of items. A row has the item's sequence as its number: walking the rows
 * backwards gives the items changed last first, without looking at all that match.
 */
export class TextIndex {
  readonly #texts: ReturnType<typeof prepareTable>;
  readonly #urls: ReturnType<typeof prepareTable>;

  constructor(connection: Connection, db: Kysely<Database>) {
    this.#texts = prepareTable('item_texts', connection, db);
    this.#urls = prepareTable('item_urls', connection, db);
  }

  insert(sequence: number, { texts, refUrls }: ItemIndex): void {
    if (texts.length > 0) this.#texts.insert.run({ sequence, body: toIndexedText(texts) });
    if (refUrls.length > 0) this.#urls.insert.run({ sequence, body: refUrls.join('\n') });
  }

  delete(sequence: number): void {
    this.#texts.delete.run({ sequence });
    this.#urls.delete.run({ sequence });
  }
}

function prepareTable(name: string, connection: Connection, db: Kysely<Database>) {
  const [sequence, body] = [toParameter<number>('sequence'), toParameter<string>('body')];
  const table = sql.table(name);
  const insert = sql<never>`insert into ${table} (rowid, body) values (${sequence}, ${body})`;
  const deletion = sql<never>`delete from ${table} where rowid = ${sequence}`;
  return {
    insert: connection.prepare(new Statement({ sequence, body }, { compile: () => insert.compile(db) })),
    delete: connection.prepare(new Statement({ sequence }, { compile: () => deletion.compile(db) })),
  };
}
