import type { Tabs } from '../drafts/browser-tabs.ts';
import type { KeptRecords } from '../kept-records.ts';
import type { LabelToGive } from '../labels.ts';
import { longestRetryMs, toRetryDelayMs } from '../retry-delay.ts';
import {
  canWithdraw,
  isSamePlace,
  isTimed,
  isUnplaced,
  type PendingLabel,
  type ScoredLabel,
  type StoredLabel,
} from './pending-label.ts';
import type { Placing } from './place-label.ts';

/** How long a score can be withdrawn before it is sent. */
export const graceMs = 5_000;
/** If the browser does not report open tabs, a label this old belongs to a closed tab. */
const patienceMs = 600_000;

export interface LabelSenderParts {
  /** Sends a label to the server. */
  readonly give: (label: LabelToGive, once: string) => Promise<unknown>;
  /** Finds the turn and revision of a label that was given on an unsaved edit. */
  readonly place: (label: ScoredLabel) => Promise<Placing>;
  /** Whether a retry may succeed. */
  readonly isPassing: (error: unknown) => boolean;
  /** Whether the idempotency key was used for another label. */
  readonly isTaken: (error: unknown) => boolean;
  /** Whether the server has exactly this label, under any idempotency key. */
  readonly isGiven: (label: LabelToGive) => Promise<boolean>;
  readonly kept: KeptRecords<StoredLabel>;
  readonly tabs: Pick<Tabs, 'name' | 'findLive'>;
  readonly now: () => number;
  /** Runs something later. Returns a function that cancels it. */
  readonly wait: (run: () => void, ms: number) => () => void;
  readonly newOnce: () => string;
  /** Called when the server has the label. The label stays in the list until this is done, so that it never disappears. */
  readonly onGiven: (label: LabelToGive) => Promise<void>;
}

/**
 * The outbox of labels. A label can be withdrawn for a moment before it is sent, and is kept in the browser until the
 * server has it. Labels are append-only, so a sent label cannot be withdrawn.
 */
export class LabelSender {
  readonly #parts: LabelSenderParts;
  readonly #listeners = new Set<() => void>();
  #pending: readonly PendingLabel[] = [];
  /** Labels that are being placed. */
  readonly #sought = new Set<string>();
  #callOff: (() => void) | undefined;
  #callOffRestore: (() => void) | undefined;

  constructor(parts: LabelSenderParts) {
    this.#parts = parts;
  }

  readonly list = (): readonly PendingLabel[] => this.#pending;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adopts the labels of closed tabs. Open tabs send their own, and are checked again later. */
  async restore(): Promise<void> {
    const { kept, tabs, now, wait } = this.#parts;
    const stored = await kept.list();
    // Queried after the list, so that a label written in between belongs to an open tab.
    const live = await tabs.findLive();
    const known = new Set(this.#pending.map(({ once }) => once));
    const others = stored.filter(({ once, tab }) => !known.has(once) && tab !== tabs.name);
    const isLeft = ({ tab, dueAt }: StoredLabel) =>
      live === undefined ? Math.abs(now() - dueAt) > patienceMs : !live.has(tab);
    const left = others.filter(isLeft).map(({ once, label }): PendingLabel => {
      return { once, label, dueAt: now(), state: { kind: 'waiting', tries: 0 } };
    });
    for (const pending of left) this.#store(pending);
    this.#set([...this.#pending, ...left]);
    this.#callOffRestore?.();
    const restore = () => this.#keep(this.restore());
    this.#callOffRestore = left.length < others.length ? wait(restore, longestRetryMs) : undefined;
  }

  /** Adds a label. It replaces a label of the same question and turn that can still be withdrawn. */
  give(label: ScoredLabel): string {
    const before = this.#pending.find((pending) => canWithdraw(pending) && isSamePlace(pending.label, label));
    const reason = label.reason === '' ? (before?.label.reason ?? '') : label.reason;
    const once = this.#parts.newOnce();
    const dueAt = this.#parts.now() + graceMs;
    const pending: PendingLabel = { once, label: { ...label, reason }, dueAt, state: { kind: 'grace' } };
    if (before !== undefined) this.#keep(this.#parts.kept.remove(before.once));
    this.#store(pending);
    this.#set([...this.#pending.filter((other) => other !== before), pending]);
    return once;
  }

  /** Updates the reason. The label is not sent while its reason is being written. */
  writeReason(once: string, reason: string): void {
    this.#change(once, (pending) => ({
      ...pending,
      label: { ...pending.label, reason },
      dueAt: this.#parts.now() + graceMs,
      state: { kind: 'held' },
    }));
  }

  /** The reason is complete. */
  release(once: string): void {
    this.#change(once, (pending) =>
      pending.state.kind === 'held'
        ? { ...pending, dueAt: this.#parts.now() + graceMs, state: { kind: 'grace' } }
        : pending,
    );
  }

  /** No reason is being written any longer. */
  releaseAll(): void {
    for (const { once } of this.#pending) this.release(once);
  }

  /** False if it is too late. */
  withdraw(once: string): boolean {
    const pending = this.#pending.find((other) => other.once === once);
    if (pending === undefined || !canWithdraw(pending)) return false;
    this.#drop(once);
    return true;
  }

  /**
   * Sends all labels now whose reason is not being written: the page closes, or the server is back. A label on an unsaved
   * edit still waits for that edit.
   */
  flush(): void {
    const dueAt = this.#parts.now();
    const isSentNow = (pending: PendingLabel) =>
      isTimed(pending) && !(pending.state.kind === 'grace' && isUnplaced(pending));
    this.#set(this.#pending.map((pending) => (isSentNow(pending) ? { ...pending, dueAt } : pending)));
  }

  #change(once: string, update: (pending: PendingLabel) => PendingLabel): void {
    const before = this.#pending.find((pending) => pending.once === once);
    if (before === undefined || !canWithdraw(before)) return;
    const after = update(before);
    if (after === before) return;
    this.#store(after);
    this.#set(this.#pending.map((pending) => (pending === before ? after : pending)));
  }

  #drop(once: string): void {
    this.#keep(this.#parts.kept.remove(once));
    this.#set(this.#pending.filter((pending) => pending.once !== once));
  }

  #setState(once: string, change: Pick<PendingLabel, 'state'> & Partial<PendingLabel>): void {
    this.#set(this.#pending.map((pending) => (pending.once === once ? { ...pending, ...change } : pending)));
  }

  #set(pending: readonly PendingLabel[]): void {
    // If the clock was set back, a label would wait that much longer.
    const latest = this.#parts.now() + longestRetryMs;
    this.#pending = pending.map((one) => (one.dueAt > latest ? { ...one, dueAt: latest } : one));
    this.#plan();
    for (const listener of this.#listeners) listener();
  }

  #plan(): void {
    this.#callOff?.();
    const timed = this.#pending.filter((pending) => this.#isWaiting(pending));
    const pauseMs = Math.min(...timed.map(({ dueAt }) => dueAt)) - this.#parts.now();
    this.#callOff =
      timed.length === 0
        ? undefined
        : this.#parts.wait(() => this.#sendDue(), Math.min(longestRetryMs, Math.max(0, pauseMs)));
  }

  #isWaiting(pending: PendingLabel): boolean {
    return isTimed(pending) && !this.#sought.has(pending.once);
  }

  #sendDue(): void {
    const now = this.#parts.now();
    const due = this.#pending.filter((pending) => this.#isWaiting(pending) && pending.dueAt <= now);
    const unplaced = due.filter(isUnplaced);
    const placed = due.filter((pending) => !isUnplaced(pending));
    for (const { once } of unplaced) this.#sought.add(once);
    const state = { kind: 'sending' } as const;
    this.#set(this.#pending.map((pending) => (placed.includes(pending) ? { ...pending, state } : pending)));
    for (const pending of unplaced) this.#keep(this.#place(pending));
    for (const pending of placed) this.#keep(this.#send(pending));
  }

  /** Finds the turn and revision. The label can still be withdrawn in the meantime. */
  async #place(pending: PendingLabel): Promise<void> {
    const { once, label } = pending;
    const found = await this.#findPlacing(pending);
    this.#sought.delete(once);
    // It was withdrawn, or its reason is being written. In the second case it is placed again when due.
    if (!this.#pending.includes(pending)) return this.#plan();
    switch (found.kind) {
      case 'unkept':
        return this.#drop(once);
      case 'failed':
        return this.#putOff(pending, found.error);
      case 'gone':
        return this.#setState(once, { state: { kind: 'lost' } });
      case 'unsaved':
        return this.#setState(once, { dueAt: this.#parts.now() + graceMs, state: { kind: 'unsaved' } });
      case 'placed': {
        // Stored before it is sent, because every retry with one idempotency key has to send the same label.
        const { turnIndex, revision } = found;
        const placed = { ...pending, label: { ...label, turnIndex, revision } };
        this.#store(placed);
        this.#setState(once, { label: placed.label, state: { kind: 'sending' } });
        return this.#send(placed);
      }
      default:
        return found satisfies never;
    }
  }

  async #findPlacing(pending: PendingLabel): Promise<Placing | Unplaced> {
    try {
      return (await this.#isKept(pending)) ? await this.#parts.place(pending.label) : { kind: 'unkept' };
    } catch (error) {
      return { kind: 'failed', error };
    }
  }

  async #send(pending: PendingLabel): Promise<void> {
    const { once, label } = pending;
    if (!(await this.#isKept(pending))) return this.#drop(once);
    try {
      const isNew = await this.#giveOnce(label, once);
      await this.#parts.onGiven(label);
      const isThere = isNew || (await this.#parts.isGiven(label));
      this.#drop(once);
      // The server has another label under this key. This one is sent after it, unless there is a later one.
      if (!isThere && !this.#pending.some((other) => isSamePlace(other.label, label))) this.give(label);
    } catch (error) {
      this.#putOff(pending, error);
    }
  }

  /** False: the server has another label under this idempotency key. */
  async #giveOnce({ turnId: _, ...label }: ScoredLabel, once: string): Promise<boolean> {
    try {
      await this.#parts.give(label, once);
      return true;
    } catch (error) {
      if (this.#parts.isTaken(error)) return false;
      throw error;
    }
  }

  /** Whether the label of a closed tab is still stored. Another tab may have sent it. */
  async #isKept({ once, state }: PendingLabel): Promise<boolean> {
    const isLeft = state.kind === 'waiting' && state.tries === 0;
    return !isLeft || (await this.#parts.kept.find(once)) !== undefined;
  }

  #putOff({ once, state }: PendingLabel, error: unknown): void {
    const tries = state.kind === 'waiting' ? state.tries + 1 : 1;
    if (!this.#parts.isPassing(error)) this.#setState(once, { state: { kind: 'refused', error } });
    else this.#setState(once, { dueAt: this.#parts.now() + toRetryDelayMs(tries), state: { kind: 'waiting', tries } });
  }

  #store({ once, label, dueAt }: PendingLabel): void {
    this.#keep(this.#parts.kept.put(once, { once, tab: this.#parts.tabs.name, label, dueAt }));
  }

  /** Records are only for a crash, so no caller waits for them. */
  #keep(work: Promise<void>): void {
    work.catch(() => undefined);
  }
}

type Unplaced = { readonly kind: 'unkept' } | { readonly kind: 'failed'; readonly error: unknown };
