import type { StatementSync } from 'node:sqlite';
import { searchedByCharacter } from '../../base/unspaced-scripts.ts';
import type { ItemIndex } from '../../curate/item-content.ts';
import { listKeywordTerms } from '../../curate/keyword-hits.ts';
import type { Connection } from './connection.ts';

/**
 * Stands between two texts of an item, so that a phrase never begins in one and ends in the next. A word to FTS5 that
 * nobody says, of letters that leave a plain text one byte a character.
 */
const border = '\nªºª\n';
/** Cheap to rule out: texts without such characters are kept in one byte each. */
const mayBeUnspaced = /[\u0e00-\uffff]/;
const unspaced = new RegExp(`[${searchedByCharacter}]`, 'gu');

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
  readonly #insertTexts: StatementSync;
  readonly #insertUrls: StatementSync;
  readonly #deleteTexts: StatementSync;
  readonly #deleteUrls: StatementSync;

  constructor(connection: Connection) {
    this.#insertTexts = connection.prepare('insert into item_texts (rowid, body) values (?, ?)');
    this.#insertUrls = connection.prepare('insert into item_urls (rowid, body) values (?, ?)');
    this.#deleteTexts = connection.prepare('delete from item_texts where rowid = ?');
    this.#deleteUrls = connection.prepare('delete from item_urls where rowid = ?');
  }

  insert(sequence: number, { texts, refUrls }: ItemIndex): void {
    if (texts.length > 0) this.#insertTexts.run(sequence, toIndexedText(texts));
    if (refUrls.length > 0) this.#insertUrls.run(sequence, refUrls.join('\n'));
  }

  delete(sequence: number): void {
    this.#deleteTexts.run(sequence);
    this.#deleteUrls.run(sequence);
  }
}
