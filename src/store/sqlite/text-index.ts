import type { StatementSync } from 'node:sqlite';
import type { ItemIndex } from '../../curate/item-content.ts';
import type { Connection } from './connection.ts';
import { toIndexedText } from './keyword.ts';

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
