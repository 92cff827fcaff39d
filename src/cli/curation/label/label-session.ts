import type { Turn } from '../../../conversation/item/item.ts';
import { findScaleFlaw } from '../../../conversation/judge/scale.ts';
import type { NamedSubject } from '../../../review/labels/add-labels.ts';
import type { LabelAnswer } from './label-answer.ts';
import type { LabelQuestion } from './label-question.ts';

/** A conversation to score, without scores of other raters or a judge. */
export interface Labelable {
  readonly subject: NamedSubject;
  readonly title: string;
  readonly turns: readonly Pick<Turn, 'role' | 'msg' | 'tool_calls' | 'refs'>[];
  /** A sentence that says what to score. Absent: the whole conversation. */
  readonly task?: string;
}

/** A score from the rater. */
interface GivenScore {
  readonly subject: NamedSubject;
  readonly score: number;
  readonly reason: string;
}

export interface LabelSessionParts {
  /** Ids of the conversations to score, in order. */
  readonly ids: readonly string[];
  /** How many wait for a score. More than `ids` if a limit applies. */
  readonly total: number;
  readonly question: LabelQuestion;
  /** The conversation as it is now. Undefined: it was deleted. */
  readonly find: (id: string) => Promise<Labelable | undefined>;
  /** Stores a label permanently. */
  readonly save: (given: GivenScore) => Promise<void>;
}

/**
 * The way of one rater through the conversations. Labels are append-only, so the last score is stored only with the
 * next answer. Until then you can undo it.
 */
export class LabelSession {
  saved = 0;
  skipped = 0;
  readonly #parts: LabelSessionParts;
  #place = 0;
  #shown: Labelable | undefined;
  #reason = '';
  #pending: GivenScore | undefined;
  /** The place that `undo` returns to. */
  #before: number | undefined;
  /** Undo passes a deleted conversation again, so this is a set of places and not a count. */
  readonly #deleted = new Set<number>();

  constructor(parts: LabelSessionParts) {
    this.#parts = parts;
  }

  /** The conversation to score. Undefined after the last one. Deleted ones are skipped. */
  get shown(): Labelable | undefined {
    return this.#shown;
  }

  /** `3/12`: the place among all that wait. */
  get progress(): string {
    const { ids, total } = this.#parts;
    return `${Math.min(this.#place + 1, ids.length)}/${total}`;
  }

  /** Conversations that still wait for a score, including skipped ones. */
  get remaining(): number {
    return this.#parts.total - this.saved - (this.#pending === undefined ? 0 : 1) - this.#deleted.size;
  }

  async begin(): Promise<void> {
    await this.#goTo(0);
  }

  /** Handles an answer. Returns a note to print, and whether another conversation is shown. */
  async take(answer: LabelAnswer): Promise<{ readonly note?: string; readonly isMoved: boolean }> {
    if (answer.kind === 'undo') return this.#undo();
    if (answer.kind === 'help' || answer.kind === 'quit') return { isMoved: false };
    if (answer.kind === 'unknown') return { isMoved: false, note: `Unknown input "${answer.text}". Type ? for help.` };
    if (answer.kind === 'reason') {
      this.#reason = answer.text;
      return { isMoved: false, note: 'Now type the score for this reason.' };
    }
    return answer.kind === 'score' ? this.#label(answer.score, answer.reason) : this.#skip();
  }

  /** Stores the label that is still pending. */
  async close(): Promise<void> {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending === undefined) return;
    await this.#parts.save(pending);
    this.saved += 1;
  }

  async #label(score: number, reason = this.#reason): Promise<{ readonly note?: string; readonly isMoved: boolean }> {
    const flaw = findScaleFlaw(score, this.#parts.question.scale);
    if (flaw !== undefined) return { isMoved: false, note: `The score ${score} ${flaw}.` };
    const shown = this.#shown;
    if (shown === undefined) return { isMoved: false };
    await this.close();
    this.#pending = { subject: shown.subject, score, reason };
    await this.#move();
    return { isMoved: true };
  }

  async #skip(): Promise<{ readonly isMoved: boolean }> {
    if (this.#shown === undefined) return { isMoved: false };
    await this.close();
    this.skipped += 1;
    await this.#move();
    return { isMoved: true };
  }

  async #undo(): Promise<{ readonly note?: string; readonly isMoved: boolean }> {
    if (this.#before === undefined) {
      return {
        isMoved: false,
        note: 'Nothing to undo. You can undo only the last label of this session. To change older ones, use the Studio: turnwise serve',
      };
    }
    if (this.#pending === undefined) this.skipped -= 1;
    this.#pending = undefined;
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
    this.#shown = undefined;
    for (this.#place = place; this.#place < ids.length; this.#place += 1) {
      this.#shown = await find(ids[this.#place] ?? '');
      if (this.#shown !== undefined) return;
      this.#deleted.add(this.#place);
    }
  }
}
