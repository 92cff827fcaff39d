import { findScaleFlaw } from '../../../conversation/scale.ts';
import type { ItemRecord } from '../../../store/item-port.ts';
import type { LabelAnswer } from './label-answer.ts';
import type { LabelQuestion } from './label-question.ts';

/** A label that was given. */
export interface ItemLabel {
  readonly item: ItemRecord;
  readonly score: number;
  readonly reason: string;
}

export interface LabelSessionParts {
  /** Ids of the items to label, in order. */
  readonly ids: readonly string[];
  readonly question: LabelQuestion;
  /** The item as it is now; undefined when it is gone. */
  readonly find: (id: string) => Promise<ItemRecord | undefined>;
  /** Keeps a label for good. */
  readonly save: (label: ItemLabel) => Promise<void>;
}

/**
 * One person's way through the items. Labels are kept for good and cannot be taken back, so the last one is held until
 * the next answer: until then it can be undone.
 */
export class LabelSession {
  saved = 0;
  skipped = 0;
  readonly #parts: LabelSessionParts;
  #place = 0;
  #item: ItemRecord | undefined;
  #reason = '';
  #held: ItemLabel | undefined;
  /** Where `undo` goes back to. */
  #before: number | undefined;

  constructor(parts: LabelSessionParts) {
    this.#parts = parts;
  }

  /** The item to label; undefined after the last one. Items that are gone are passed over. */
  get item(): ItemRecord | undefined {
    return this.#item;
  }

  /** `3/12`. */
  get progress(): string {
    return `${Math.min(this.#place + 1, this.#parts.ids.length)}/${this.#parts.ids.length}`;
  }

  async begin(): Promise<void> {
    await this.#goTo(0);
  }

  /** Does what was said. Returns what to tell, and whether the item is to be shown anew. */
  async take(answer: LabelAnswer): Promise<{ readonly note?: string; readonly isMoved: boolean }> {
    if (answer.kind === 'undo') return this.#undo();
    if (answer.kind === 'help' || answer.kind === 'quit') return { isMoved: false };
    if (answer.kind === 'unknown')
      return { isMoved: false, note: `"${answer.text}" means nothing here. Type ? for help.` };
    if (answer.kind === 'reason') {
      this.#reason = answer.text;
      return { isMoved: false, note: 'The reason goes with the score you give now.' };
    }
    return answer.kind === 'score' ? this.#label(answer.score, answer.reason) : this.#skip();
  }

  /** Keeps the label that is still held. */
  async close(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    if (held === undefined) return;
    await this.#parts.save(held);
    this.saved += 1;
  }

  async #label(score: number, reason = this.#reason): Promise<{ readonly note?: string; readonly isMoved: boolean }> {
    const flaw = findScaleFlaw(score, this.#parts.question.scale);
    if (flaw !== undefined) return { isMoved: false, note: `The score ${score} ${flaw}.` };
    const item = this.#item;
    if (item === undefined) return { isMoved: false };
    await this.close();
    this.#held = { item, score, reason };
    await this.#move();
    return { isMoved: true };
  }

  async #skip(): Promise<{ readonly isMoved: boolean }> {
    if (this.#item === undefined) return { isMoved: false };
    await this.close();
    this.skipped += 1;
    await this.#move();
    return { isMoved: true };
  }

  async #undo(): Promise<{ readonly note?: string; readonly isMoved: boolean }> {
    if (this.#before === undefined) {
      return { isMoved: false, note: 'There is nothing to undo: labels before the last one are kept for good.' };
    }
    if (this.#held === undefined) this.skipped -= 1;
    this.#held = undefined;
    const place = this.#before;
    this.#before = undefined;
    await this.#goTo(place);
    return { isMoved: true };
  }

  async #move(): Promise<void> {
    this.#before = this.#place;
    await this.#goTo(this.#place + 1);
  }

  async #goTo(place: number): Promise<void> {
    const { ids, find } = this.#parts;
    this.#reason = '';
    this.#item = undefined;
    for (this.#place = place; this.#place < ids.length; this.#place += 1) {
      const item = await find(ids[this.#place] ?? '');
      if (item === undefined || item.status === 'deleted') continue;
      this.#item = item;
      return;
    }
  }
}
