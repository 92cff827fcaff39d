import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Item, ItemStatus } from '../../../../../src/conversation/item/item.ts';
import { DraftWriter } from '../../../data/drafts/draft-writer.ts';
import type { KeptChoices } from '../../../data/drafts/kept-choice.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import { ActQueue } from './act-queue.ts';
import { Autosave } from './autosave.ts';
import { findHolder, HolderLeave } from './item-holder.ts';
import { ItemSender } from './item-sender.ts';
import { withNamedTurns } from './named-turns.ts';
import { toSavedItem } from './saved-item.ts';
import { findMeetingNote, listBlocking, toFaultNote, toMissingText } from './session-texts.ts';
import type { SessionTools } from './session-tools.ts';
import { type SessionView, toSessionView } from './session-view.ts';
import {
  isAtRisk,
  isHeld,
  isUnsent,
  type Meeting,
  type Standing,
  settle,
  startStanding,
  withMine,
} from './standing.ts';
import { emptyStack, findRedone, findUndone, type Undone, type UndoStack, withAgreed, withEdit } from './undo-stack.ts';

/**
 * One item under the hand of one person: holds what is typed, keeps it on this computer, brings it to the server, and
 * merges it with what others do. Knows nothing of React; lives on while its page is left.
 */
export class ItemSession {
  readonly key: ItemKey;
  readonly #tools: SessionTools;
  readonly #sender: ItemSender;
  readonly #writer: DraftWriter;
  readonly #autosave: Autosave;
  readonly #acts = new ActQueue();
  readonly #leave: HolderLeave;
  readonly #listeners = new Set<() => void>();
  #standing: Standing;
  #stack: UndoStack;
  #isElsewhere = false;
  #isQuiet = false;
  /** Since when the server lacks something. */
  #since: number | undefined;
  #copyName: string | undefined;
  #view: SessionView | undefined;

  constructor(key: ItemKey, standing: Standing, tools: SessionTools) {
    this.key = key;
    this.#tools = tools;
    this.#standing = standing;
    this.#stack = withAgreed(emptyStack, standing.base);
    const { api, drafts: store, tabs, clock, confirm } = tools;
    this.#leave = new HolderLeave(() => findHolder(this.#standing.stored, tools.findMe()), confirm);
    this.#writer = new DraftWriter({ store, place: { ...key, tab: tabs.name }, clock, onWrite: () => this.#notify() });
    this.#sender = new ItemSender({
      ...{ key, api },
      read: () => this.#standing,
      write: (next) => this.#set(next),
      onStored: (answer) => this.#onStored(answer, 'me'),
      onMeeting: (what, theirs) => this.#tellMeeting(what, theirs),
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
      ...{ standing: this.#standing, stack: this.#stack, isElsewhere: this.#isElsewhere },
      ...{ isSending: this.#sender.isSending, fault: this.#sender.fault, isKept: this.#writer.isLasting },
      ...{ holder: this.#leave.holder, needsLeave: this.#leave.isNeeded },
    });
    return this.#view;
  };

  /** Whether it may be forgotten: everything is on the server. */
  get isDone(): boolean {
    return !isAtRisk(this.#standing) && !this.#sender.isSending;
  }

  /** Whether closing the page now would lose something that was typed. */
  get isBehind(): boolean {
    return isUnsent(this.#standing) && this.#writer.isBehind;
  }

  readonly change = (update: (item: Item) => Item, name?: string): void => {
    const before = this.#standing.mine;
    const after = withNamedTurns(update(before), before, this.#tools.newId);
    if (after === before) return;
    this.#stack = withEdit(this.#stack, { before, after, name, at: this.#tools.clock.now() });
    this.#edit(withMine(this.#standing, after));
  };

  readonly undo = (): void => this.#replay(findUndone(this.#stack, this.#standing.mine), 'Undone');

  readonly redo = (): void => this.#replay(findRedone(this.#stack, this.#standing.mine), 'Redone');

  readonly discard = (): void => {
    const { mine, stored, theirs } = this.#standing;
    const next = startStanding(theirs ?? stored);
    const edit = { before: mine, after: next.mine, name: 'Discard changes', at: this.#tools.clock.now() };
    this.#stack = withEdit(this.#stack, edit);
    this.#edit(next);
  };

  /** What somebody else holds is changed all the same: what was typed is sent. */
  readonly agree = (): void => {
    this.#leave.give();
    this.#set(this.#standing);
    this.#plan();
  };

  /** A page shows the item anew: it asks anew, too. */
  visit(): void {
    if (!isUnsent(this.#standing)) this.#leave.forget();
  }

  readonly save = (): Promise<boolean> => this.#askedAct('save', 'save again', () => this.#sender.send());

  readonly approve = (reason?: string): Promise<boolean> =>
    this.#askedAct('approve', 'approve it again', async () => {
      const { base, mine } = this.#standing;
      const missing = listBlocking(this.#tools.listMissing(toSavedItem(base, mine)), reason);
      if (missing.length === 0) return this.#sender.send({ status: 'approved', reason });
      this.#tools.say({ kind: 'fault', title: toMissingText(missing) });
      return false;
    });

  readonly skip = (): Promise<boolean> => this.#setStatus('skipped', 'skip it again');

  readonly reopen = (): Promise<boolean> => this.#setStatus('draft', 'reopen it again');

  readonly remove = (): Promise<boolean> =>
    this.#askedAct('remove', 'delete it again', async () => {
      // What may be sent is sent, so that a restore brings it back on every computer.
      if (!isHeld(this.#standing)) await this.#sender.send();
      return this.#sender.act(this.#tools.api.remove, ({ status }) => status === 'deleted');
    });

  readonly restore = (): Promise<boolean> =>
    this.#act('restore', 'restore it again', () =>
      this.#sender.act(this.#tools.api.restore, ({ status }) => status !== 'deleted'),
    );

  readonly duplicate = (): Promise<ItemKey | undefined> => this.#acts.run('duplicate', () => this.#duplicate());

  readonly settle = (item: Item): Promise<boolean> => {
    const { mine } = this.#standing;
    const after = withNamedTurns(item, mine, this.#tools.newId);
    this.#stack = withEdit(this.#stack, {
      before: mine,
      after,
      name: 'Resolve edit conflict',
      at: this.#tools.clock.now(),
    });
    this.#edit(settle(this.#standing, after));
    return this.save();
  };

  /** What was decided of a merge so far. */
  readonly decide = (choices: KeptChoices): void => this.#set({ ...this.#standing, choices });

  /** Looks whether the item has changed elsewhere, and takes what is new; `isFirst`: that is no news to anybody. */
  refresh(isFirst = false): Promise<void> {
    return this.#acts.run('refresh', async () => {
      this.#isQuiet = isFirst;
      await this.#sender.refresh();
      this.#isQuiet = false;
      this.#set(this.#standing);
      this.#plan();
    });
  }

  /** The server may be back, or the page is about to be left: sends now what waits for its time. */
  hurry(): void {
    this.#autosave.hurry();
  }

  /** Keeps everything on this computer, at once. */
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
    return this.#askedAct(status, again, () => this.#sender.send({ status }));
  }

  async #askedAct(name: string, again: string, act: () => Promise<boolean>): Promise<boolean> {
    return (await this.#leave.ask()) && this.#act(name, again, act);
  }

  /** Not sent by itself. */
  #isHeldBack(): boolean {
    return isHeld(this.#standing) || this.#leave.isNeeded;
  }

  #act(name: string, again: string, act: () => Promise<boolean>): Promise<boolean> {
    return this.#acts.run(name, () => this.#try(again, act));
  }

  /** Tells the person why it did not work. */
  async #try(again: string, act: () => Promise<boolean>): Promise<boolean> {
    this.#autosave.stop();
    const isDone = await act();
    const { fault } = this.#sender;
    if (!isDone && fault !== undefined) this.#tools.say(toFaultNote(this.key, fault, again));
    this.#plan();
    return isDone;
  }

  async #duplicate(): Promise<ItemKey | undefined> {
    // Kept until it has worked: asked again under the same name, the server makes no second copy.
    const once = this.#copyName ?? this.#tools.newId();
    this.#copyName = once;
    let copy: ItemKey | undefined;
    const isDone = await this.#try('duplicate it again', async () => {
      const isSent = this.#isHeldBack() || (await this.#sender.send());
      copy = isSent ? await this.#sender.copy(once) : undefined;
      return copy !== undefined;
    });
    if (isDone) this.#copyName = undefined;
    return copy;
  }

  async #sendSome(): Promise<void> {
    await this.#acts.run('autosave', () => this.#sender.send({ isWhole: false }));
    this.#plan();
  }

  #edit(next: Standing): void {
    this.#sender.forgetRefusal();
    this.#set(next);
    this.#plan();
  }

  #replay(undone: Undone | undefined, word: string): void {
    if (undone === undefined) return;
    this.#stack = undone.stack;
    this.#edit(withMine(this.#standing, undone.item));
    if (undone.step.name !== undefined) this.#tools.say({ title: `${word}: ${undone.step.name}` });
  }

  /** The one place where the standing changes. */
  #set(next: Standing): void {
    const isOther = next !== this.#standing;
    if (next.base !== this.#standing.base) this.#stack = withAgreed(this.#stack, next.base);
    this.#standing = next;
    if (isOther) this.#keep();
    this.#notify();
  }

  #keep(): void {
    const { stored, base, mine, sent, choices } = this.#standing;
    const isNeeded = isAtRisk(this.#standing);
    this.#since = isNeeded ? (this.#since ?? this.#tools.clock.now()) : undefined;
    const draft = { format: 1 as const, ...this.key, tab: this.#tools.tabs.name, since: this.#since ?? 0 };
    this.#writer.write(isNeeded ? { ...draft, stored, base, mine, sent: [...sent], choices } : undefined);
  }

  #plan(): void {
    const { sent, theirs } = this.#standing;
    const isWanted = isUnsent(this.#standing) ? !this.#isHeldBack() : sent.length > 0;
    const since = this.#since ?? this.#tools.clock.now();
    this.#autosave.plan({ isWanted: isWanted && theirs === undefined, since, fault: this.#sender.fault });
  }

  #notify(): void {
    this.#view = undefined;
    for (const listener of this.#listeners) listener();
  }

  #onStored(answer: ItemAnswer, by: 'me' | 'others'): void {
    // What is left was typed a moment ago.
    if (this.#since !== undefined) this.#since = this.#tools.clock.now();
    this.#tools.onStored(answer, by);
  }

  #tellMeeting(what: Meeting, theirs: ItemAnswer): void {
    if (what === 'nothing-new') return;
    this.#onStored(theirs, 'others');
    const note = findMeetingNote(this.key, { what, theirs, me: this.#tools.findMe() });
    if (note !== undefined && !this.#isQuiet) this.#tools.say(note);
  }
}
