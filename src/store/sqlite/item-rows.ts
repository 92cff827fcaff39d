import type { ItemStatus } from '../../conversation/item/item.ts';
import type { ItemIndex } from '../../curate/item-content.ts';
import type { FoundBy } from '../tables/bodies.ts';
import type { ItemStatements } from './item-statements.ts';
import type { TextIndex } from './text-index.ts';

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
