import { nameTurn, toTurnNumber } from '../../../../../src/conversation/turn-number.ts';
import { typingAhead } from '../../../app/keys/typing-ahead.ts';
import { newId } from '../../../data/new-id.ts';
import { showToast } from '../../../parts/feedback/toasts.ts';
import {
  type KeyChange,
  withReplySettled,
  withTurnKey,
  withTurnRechecked,
  withTurnRole,
  withTurnTags,
  withTurnText,
} from '../changes/turn-changes.ts';
import { withoutTurn, withTurnBack, withTurnInserted, withTurnMoved } from '../changes/turn-order.ts';
import { copyText } from '../copy-text.ts';
import type { ItemEditor } from '../editor/item-editor.ts';
import { fieldPlaces } from '../panels/field-places.ts';
import { pressWhenDrawn } from '../panels/focus-place.ts';
import type { AskedTurn, TurnField, TurnWork } from './turn-work.ts';

/** Everything that can be done to a turn. One for as long as the item is open, so that no row is drawn again for it. */
export class TurnActs {
  readonly #work: () => TurnWork;

  constructor(work: () => TurnWork) {
    this.#work = work;
  }

  select(turnId: string): void {
    const { selection } = this.#work();
    if (selection.turnId !== turnId) selection.select(turnId);
  }

  open(turnId: string, field: TurnField, caret?: number): void {
    if (!this.#mayEdit()) return;
    typingAhead.expect();
    this.select(turnId);
    this.#work().onOpen({ turnId, field, ...(caret === undefined ? {} : { caret }) });
  }

  close(): void {
    this.#work().onOpen(undefined);
  }

  /** Ends what is being written, and stays at the turn. */
  finish(turnId: string): void {
    this.close();
    this.#work().selection.select(turnId);
  }

  /** The text of a turn lost the focus. Another field opened in the meantime stays open. */
  leave(turnId: string): void {
    this.#work().onOpen((open) => (open?.turnId === turnId && open.field === 'text' ? undefined : open));
  }

  /** Pressed again, the button closes what it has opened. */
  ask(asked: AskedTurn): void {
    // The buttons of the selected turn stay when the pointer goes.
    this.select(asked.turnId);
    this.#work().onAsk((open) => (open?.button === asked.button ? undefined : asked));
  }

  /** As if the name of who speaks was pressed; that of the selected turn is a button. */
  askRole(turnId: string): void {
    this.select(turnId);
    pressWhenDrawn(`[data-turn="${CSS.escape(turnId)}"] [data-place="${fieldPlaces.role}"]`);
  }

  /** A deleted item is only read. */
  get canEdit(): boolean {
    return this.#work().editor.stored.status !== 'deleted';
  }

  setText(turnId: string, text: string): void {
    this.#work().editor.change((item) => withTurnText(item, turnId, text));
  }

  setKey(turnId: string, change: KeyChange): void {
    this.#work().editor.change((item) => withTurnKey(item, turnId, change));
  }

  setRole(turnId: string, role: string): void {
    if (!this.#mayEdit()) return;
    const { editor } = this.#work();
    editor.change((item) => withTurnRole(item, turnId, role), `Change role of turn ${this.#numberOf(turnId)}`);
  }

  setTags(turnId: string, tags: readonly string[]): void {
    const { editor } = this.#work();
    editor.change((item) => withTurnTags(item, turnId, tags), `Change tags of turn ${this.#numberOf(turnId)}`);
  }

  check(turnId: string): void {
    const { editor, selection } = this.#work();
    editor.change(
      (item) => withTurnRechecked(item, turnId),
      `Mark answer key of turn ${this.#numberOf(turnId)} as checked`,
    );
    // The button that had the focus was removed.
    selection.select(turnId);
  }

  /** The answer is right, although its reply failed in a run. */
  settleReply(turnId: string, reason: string): void {
    const { editor } = this.#work();
    editor.change((item) => withReplySettled(item, turnId, reason), `Confirm answer of turn ${this.#numberOf(turnId)}`);
    // The next key is for the page.
    typingAhead.cancel();
    this.finish(turnId);
  }

  /** An empty turn, opened at once. Without a turn: at the end. */
  insert(beside: string | undefined, where: 'before' | 'after'): void {
    if (!this.#mayEdit()) return;
    const { editor, onOpen, selection } = this.#work();
    typingAhead.expect();
    const id = newId();
    editor.change((item) => withTurnInserted(item, { id, beside, where }), 'Insert turn');
    selection.select(id);
    onOpen({ turnId: id, field: 'text' });
  }

  remove(turnId: string): void {
    const { editor, turns, selection, onOpen } = this.#work();
    const index = turns.findIndex(({ id }) => id === turnId);
    const turn = turns[index];
    if (turn === undefined || !this.#mayEdit()) return;
    const neighbor = turns[index + 1] ?? turns[index - 1];
    if (neighbor === undefined) {
      showToast({ title: 'This is the only turn. Edit it, or delete the conversation.', kind: 'fault' });
      return;
    }
    onOpen(undefined);
    editor.change((item) => withoutTurn(item, turnId), `Delete ${nameTurn(index)}`);
    selection.select(neighbor.id);
    const restore = () => {
      const now = this.#work();
      now.editor.change((item) => withTurnBack(item, turn, index), `Restore ${nameTurn(index)}`);
      now.selection.select(turnId);
    };
    const isInEffect = ({ item }: Pick<ItemEditor, 'item'>) => !(item.history ?? []).some(({ id }) => id === turnId);
    editor.offerUndo({ title: `Deleted ${nameTurn(index)}`, run: restore, isInEffect });
  }

  move(turnId: string, by: 1 | -1): void {
    if (!this.#mayEdit()) return;
    const { editor, selection } = this.#work();
    editor.change((item) => withTurnMoved(item, turnId, by), `Move turn ${this.#numberOf(turnId)}`);
    selection.select(turnId);
  }

  showRefs(turnId: string): void {
    const { selection, onPanel } = this.#work();
    selection.select(turnId);
    onPanel('refs');
  }

  copy(turnId: string): void {
    const { turns, selection } = this.#work();
    const turn = turns.find(({ id }) => id === turnId);
    selection.select(turnId);
    void copyText(turn?.msg ?? '', `the text of turn ${this.#numberOf(turnId)}`);
  }

  /** Words that other turns of the item have. */
  suggestTags(): readonly string[] {
    return [...new Set(this.#work().turns.flatMap(({ tags }) => tags))].sort();
  }

  /** Says why not. */
  #mayEdit(): boolean {
    if (!this.canEdit) showToast({ title: 'This conversation is deleted. Restore it to edit it.', kind: 'fault' });
    return this.canEdit;
  }

  #numberOf(turnId: string): number {
    return toTurnNumber(this.#work().turns.findIndex(({ id }) => id === turnId));
  }
}
