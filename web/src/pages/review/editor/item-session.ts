import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Item, ItemStatus } from '../../../../../src/conversation/item/item.ts';
import { DraftWriter } from '../../../data/drafts/draft-writer.ts';
import type { KeptChoices } from '../../../data/drafts/kept-choice.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import { withNamedTurns } from '../changes/turn-history.ts';
import { Autosave } from './autosave.ts';
import { EditPermission, findOtherAssignee } from './edit-permission.ts';
import { ActQueue, ItemSender } from './item-sender.ts';
import { findRebaseToast, listBlocking, toFaultToast, toMissingText } from './session-texts.ts';
import type { SessionTools } from './session-tools.ts';
import { type SessionView, toSessionView } from './session-view.ts';
import {
  isAtRisk,
  isHeld,
  isUnsent,
  type RebaseResult,
  type SyncState,
  startSync,
  withMine,
  withResolved,
} from './sync-state.ts';
import {
  type Edit,
  emptyStack,
  findRedone,
  findUndone,
  type Undone,
  type UndoStack,
  withConfirmed,
  withEdit,
} from './undo-stack.ts';

/**
 * The edit of one item in one tab: keeps unsaved text on this computer, sends it to the server and merges it with the edits
 * of others. It does not depend on React, and continues after its page unmounts.
 */
export class ItemSession {
  readonly key: ItemKey;
  readonly #tools: SessionTools;
  readonly #sender: ItemSender;
  readonly #writer: DraftWriter;
  readonly #autosave: Autosave;
  readonly #acts = new ActQueue();
  readonly #permission: EditPermission;
  readonly #listeners = new Set<() => void>();
  #state: SyncState;
  #stack: UndoStack;
  #isElsewhere = false;
  #isQuiet = false;
  /** The time since when the server lacks something. */
  #since: number | undefined;
  #copyKey: string | undefined;
  #view: SessionView | undefined;

  constructor(key: ItemKey, state: SyncState, tools: SessionTools) {
    this.key = key;
    this.#tools = tools;
    this.#state = state;
    this.#stack = withConfirmed(emptyStack, state.base);
    const { api, drafts: store, tabs, clock, confirm } = tools;
    this.#permission = new EditPermission(() => findOtherAssignee(this.#state.stored, tools.findMe()), confirm);
    this.#writer = new DraftWriter({ store, place: { ...key, tab: tabs.name }, clock, onWrite: () => this.#notify() });
    this.#sender = new ItemSender({
      ...{ key, api },
      read: () => this.#state,
      write: (next) => this.#set(next),
      onStored: (answer) => this.#onStored(answer, 'me'),
      onRebase: (result, theirs) => this.#reportRebase(result, theirs),
    });
    this.#autosave = new Autosave(clock, () => this.#sendSome());
    this.#keep();
    this.#plan();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): SessionView => {
    this.#view ??= toSessionView({
      ...{ state: this.#state, stack: this.#stack, isElsewhere: this.#isElsewhere },
      ...{ isSending: this.#sender.isSending, fault: this.#sender.fault, isKept: this.#writer.isLasting },
      ...{ otherAssignee: this.#permission.otherAssignee, isPermissionMissing: this.#permission.isMissing },
    });
    return this.#view;
  };

  /** Whether the session can be dropped because everything is on the server. */
  get isDone(): boolean {
    return !isAtRisk(this.#state) && !this.#sender.isSending;
  }

  /** Whether closing the page now would lose text. */
  get isBehind(): boolean {
    return isUnsent(this.#state) && this.#writer.isBehind;
  }

  readonly change = (update: (item: Item) => Item, name?: string): void => {
    const before = this.#state.mine;
    const after = withNamedTurns(update(before), before, this.#tools.newId);
    if (after === before) return;
    this.#edit(withMine(this.#state, after), { before, after, name });
  };

  readonly undo = (): void => this.#replay(findUndone(this.#stack, this.#state.mine), 'Undone');

  readonly redo = (): void => this.#replay(findRedone(this.#stack, this.#state.mine), 'Redone');

  readonly discard = (): void => {
    const { mine: before, stored, theirs } = this.#state;
    const next = startSync(theirs ?? stored);
    this.#edit(next, { before, after: next.mine, name: 'Discard changes' });
  };

  /** Allows changes to an item that is assigned to someone else. What was typed is sent. */
  readonly grantPermission = (): void => {
    this.#permission.grant();
    this.#set(this.#state);
    this.#plan();
  };

  /** A page opens the item again, so the person is asked for permission again. */
  visit(): void {
    if (!isUnsent(this.#state)) this.#permission.revoke();
  }

  readonly save = (): Promise<boolean> => this.#permittedAct('save', 'save again', () => this.#sender.send());

  readonly approve = (reason?: string): Promise<boolean> =>
    this.#permittedAct('approve', 'approve it again', async () => {
      const missing = listBlocking(this.#tools.listMissing(this.#state), reason);
      if (missing.length === 0) return this.#sender.send({ status: 'approved', reason });
      this.#tools.showToast({ kind: 'fault', title: toMissingText(missing) });
      return false;
    });

  readonly skip = (): Promise<boolean> => this.#setStatus('skipped', 'skip it again');

  readonly reopen = (): Promise<boolean> => this.#setStatus('draft', 'reopen it again');

  readonly remove = (): Promise<boolean> =>
    this.#permittedAct('remove', 'delete it again', async () => {
      // Unsent text goes to the server first, so that a restore brings it back on every computer.
      if (!isHeld(this.#state)) await this.#sender.send();
      return this.#sender.act(this.#tools.api.remove, ({ status }) => status === 'deleted');
    });

  readonly restore = (): Promise<boolean> => {
    const isRestored = ({ status }: ItemAnswer) => status !== 'deleted';
    return this.#act('restore', 'restore it again', () => this.#sender.act(this.#tools.api.restore, isRestored));
  };

  readonly duplicate = (): Promise<ItemKey | undefined> => this.#acts.run('duplicate', () => this.#duplicate());

  readonly resolveConflict = (item: Item): Promise<boolean> => {
    const { mine: before } = this.#state;
    const after = withNamedTurns(item, before, this.#tools.newId);
    this.#edit(withResolved(this.#state, after), { before, after, name: 'Resolve edit conflict' });
    return this.save();
  };

  /** Keeps the choices made in the merge view so far. */
  readonly keepChoices = (choices: KeptChoices): void => this.#set({ ...this.#state, choices });

  /** Fetches changes made elsewhere. `isFirst`: the person has not seen the item yet, so nothing is reported. */
  refresh(isFirst = false): Promise<void> {
    return this.#acts.run('refresh', async () => {
      this.#isQuiet = isFirst;
      await this.#sender.refresh();
      this.#isQuiet = false;
      this.#set(this.#state);
      this.#plan();
    });
  }

  /** Sends a planned save now: the server may be back, or the page is closing. */
  saveNow(): void {
    this.#autosave.runNow();
  }

  /** Writes the draft to this computer at once. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  async lookElsewhere(): Promise<void> {
    this.#isElsewhere = await this.#tools.tabs.isElsewhere(this.key);
    this.#notify();
  }

  dispose(): void {
    this.#autosave.stop();
  }

  #setStatus(status: ItemStatus, again: string): Promise<boolean> {
    return this.#permittedAct(status, again, () => this.#sender.send({ status }));
  }

  async #permittedAct(name: string, again: string, act: () => Promise<boolean>): Promise<boolean> {
    return (await this.#permission.request()) && this.#act(name, again, act);
  }

  /** Not saved automatically. */
  #isHeldBack(): boolean {
    return isHeld(this.#state) || this.#permission.isMissing;
  }

  #act(name: string, again: string, act: () => Promise<boolean>): Promise<boolean> {
    return this.#acts.run(name, () => this.#try(again, act));
  }

  /** Runs an act and reports a failure to the person. */
  async #try(again: string, act: () => Promise<boolean>): Promise<boolean> {
    this.#autosave.stop();
    const isDone = await act();
    const { fault } = this.#sender;
    if (!isDone && fault !== undefined) this.#tools.showToast(toFaultToast(this.key, fault, again));
    this.#plan();
    return isDone;
  }

  async #duplicate(): Promise<ItemKey | undefined> {
    // The same idempotency key until it succeeds, so that a retry makes no second copy.
    const copyKey = this.#copyKey ?? this.#tools.newId();
    this.#copyKey = copyKey;
    let copy: ItemKey | undefined;
    const isDone = await this.#try('duplicate it again', async () => {
      const isSent = this.#isHeldBack() || (await this.#sender.send());
      copy = isSent ? await this.#sender.copy(copyKey) : undefined;
      return copy !== undefined;
    });
    if (isDone) this.#copyKey = undefined;
    return copy;
  }

  async #sendSome(): Promise<void> {
    await this.#acts.run('autosave', () => this.#sender.send({ isWhole: false }));
    this.#plan();
  }

  /** Without `edit`, the undo stack stays as it is. */
  #edit(next: SyncState, edit?: Omit<Edit, 'at'>): void {
    if (edit !== undefined) this.#stack = withEdit(this.#stack, { ...edit, at: this.#tools.clock.now() });
    this.#sender.forgetRefusal();
    this.#set(next);
    this.#plan();
  }

  #replay(undone: Undone | undefined, word: string): void {
    if (undone === undefined) return;
    this.#stack = undone.stack;
    this.#edit(withMine(this.#state, undone.item));
    if (undone.step.name !== undefined) this.#tools.showToast({ title: `${word}: ${undone.step.name}` });
  }

  /** The only place that changes the state. */
  #set(next: SyncState): void {
    const isOther = next !== this.#state;
    if (next.base !== this.#state.base) this.#stack = withConfirmed(this.#stack, next.base);
    this.#state = next;
    if (isOther) this.#keep();
    this.#notify();
  }

  #keep(): void {
    const { stored, base, mine, sent, choices } = this.#state;
    const isNeeded = isAtRisk(this.#state);
    this.#since = isNeeded ? (this.#since ?? this.#tools.clock.now()) : undefined;
    const draft = { format: 1 as const, ...this.key, tab: this.#tools.tabs.name, since: this.#since ?? 0 };
    this.#writer.write(isNeeded ? { ...draft, stored, base, mine, sent: [...sent], choices } : undefined);
  }

  #plan(): void {
    const { sent, theirs } = this.#state;
    const isWanted = theirs === undefined && (isUnsent(this.#state) ? !this.#isHeldBack() : sent.length > 0);
    this.#autosave.plan({ isWanted, since: this.#since ?? this.#tools.clock.now(), fault: this.#sender.fault });
  }

  #notify(): void {
    this.#view = undefined;
    for (const listener of this.#listeners) listener();
  }

  #onStored(answer: ItemAnswer, by: 'me' | 'others'): void {
    // What is still unsent was typed a moment ago.
    if (this.#since !== undefined) this.#since = this.#tools.clock.now();
    this.#tools.onStored(answer, by);
  }

  #reportRebase(result: RebaseResult, theirs: ItemAnswer): void {
    if (result === 'unchanged') return;
    this.#onStored(theirs, 'others');
    const toast = findRebaseToast(this.key, { result, theirs, me: this.#tools.findMe() });
    if (toast !== undefined && !this.#isQuiet) this.#tools.showToast(toast);
  }
}
