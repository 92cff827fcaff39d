import type { Tabs } from '../drafts/browser-tabs.ts';
import type { KeptRecords } from '../kept-records.ts';
import type { LabelToGive } from '../labels.ts';
import { longestRetryMs, toRetryDelayMs } from '../retry-delay.ts';
import {
  canTakeBack,
  isSamePlace,
  isTimed,
  isUnplaced,
  type PendingLabel,
  type ScoredLabel,
  type StoredLabel,
} from './pending-label.ts';
import type { Placing } from './place-label.ts';

/** How long a score can be taken back before it is sent. */
export const graceMs = 5_000;
/** Where the browser does not tell which tabs live: after so long without a word, nobody is writing any more. */
const patienceMs = 600_000;

export interface LabelSenderParts {
  /** Sends one to the server. */
  readonly give: (label: LabelToGive, once: string) => Promise<unknown>;
  /** Finds what it speaks of, of one that was given on what the server did not have yet. */
  readonly place: (label: ScoredLabel) => Promise<Placing>;
  /** Whether the server may take it later, as it is. */
  readonly isPassing: (error: unknown) => boolean;
  /** Whether the server has had something else under its name. */
  readonly isTaken: (error: unknown) => boolean;
  /** Whether the server has it, word for word, under whatever name. */
  readonly isGiven: (label: LabelToGive) => Promise<boolean>;
  readonly kept: KeptRecords<StoredLabel>;
  readonly tabs: Pick<Tabs, 'name' | 'findLive'>;
  readonly now: () => number;
  /** Runs something later; gives the way to call it off. */
  readonly wait: (run: () => void, ms: number) => () => void;
  readonly newOnce: () => string;
  /** The server has it. It stays in the list until this is done, so that it is never out of sight. */
  readonly onGiven: (label: LabelToGive) => Promise<void>;
}

/**
 * Labels on their way to the server. Each waits for a moment, in which it can be taken back, and is kept in the browser
 * until the server has it. Labels are only ever added there, so what was sent cannot be unsent.
 */
export class LabelSender {
  readonly #parts: LabelSenderParts;
  readonly #listeners = new Set<() => void>();
  #pending: readonly PendingLabel[] = [];
  /** Those whose place is being looked for. */
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

  /** Takes up what tabs left behind that are gone. Those that live send theirs; they are looked after again later. */
  async restore(): Promise<void> {
    const { kept, tabs, now, wait } = this.#parts;
    const stored = await kept.list();
    // Later than the list: what was written since is of a tab that lives.
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

  /** Gives a label. One of the same question and place that can still be taken back makes room for it. */
  give(label: ScoredLabel): string {
    const before = this.#pending.find((pending) => canTakeBack(pending) && isSamePlace(pending.label, label));
    const reason = label.reason === '' ? (before?.label.reason ?? '') : label.reason;
    const once = this.#parts.newOnce();
    const dueAt = this.#parts.now() + graceMs;
    const pending: PendingLabel = { once, label: { ...label, reason }, dueAt, state: { kind: 'grace' } };
    if (before !== undefined) this.#keep(this.#parts.kept.remove(before.once));
    this.#store(pending);
    this.#set([...this.#pending.filter((other) => other !== before), pending]);
    return once;
  }

  /** Writes its reason; it is not sent while that goes on. */
  writeReason(once: string, reason: string): void {
    this.#change(once, (pending) => ({
      ...pending,
      label: { ...pending.label, reason },
      dueAt: this.#parts.now() + graceMs,
      state: { kind: 'held' },
    }));
  }

  /** The reason is written. */
  release(once: string): void {
    this.#change(once, (pending) =>
      pending.state.kind === 'held'
        ? { ...pending, dueAt: this.#parts.now() + graceMs, state: { kind: 'grace' } }
        : pending,
    );
  }

  /** Nobody writes a reason any more. */
  releaseAll(): void {
    for (const { once } of this.#pending) this.release(once);
  }

  /** False: it is too late. */
  takeBack(once: string): boolean {
    const pending = this.#pending.find((other) => other.once === once);
    if (pending === undefined || !canTakeBack(pending)) return false;
    this.#drop(once);
    return true;
  }

  /**
   * Sends everything now that is not being written: the page is about to go, or the server is back. What was given on an
   * edit that is on its way, too, keeps behind it.
   */
  flush(): void {
    const dueAt = this.#parts.now();
    const isSentNow = (pending: PendingLabel) =>
      isTimed(pending) && !(pending.state.kind === 'grace' && isUnplaced(pending));
    this.#set(this.#pending.map((pending) => (isSentNow(pending) ? { ...pending, dueAt } : pending)));
  }

  #change(once: string, update: (pending: PendingLabel) => PendingLabel): void {
    const before = this.#pending.find((pending) => pending.once === once);
    if (before === undefined || !canTakeBack(before)) return;
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

  /** Looks for what it speaks of; it can be taken back meanwhile. */
  async #place(pending: PendingLabel): Promise<void> {
    const { once, label } = pending;
    const found = await this.#findPlacing(pending);
    this.#sought.delete(once);
    // Taken back, or its reason is being written: then it is looked for once more when it is due.
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
        // Kept before it is sent: under one name, every try has to say the same.
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
      // Under its name the server has other words: these are given after them, unless there are later ones.
      if (!isThere && !this.#pending.some((other) => isSamePlace(other.label, label))) this.give(label);
    } catch (error) {
      this.#putOff(pending, error);
    }
  }

  /** False: the server has something else under this name already. */
  async #giveOnce({ turnId: _, ...label }: ScoredLabel, once: string): Promise<boolean> {
    try {
      await this.#parts.give(label, once);
      return true;
    } catch (error) {
      if (this.#parts.isTaken(error)) return false;
      throw error;
    }
  }

  /** Whether what a tab left behind is still there: another may have sent it, too. */
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

  /** What is kept is kept for the case of a crash: nobody has to wait for it. */
  #keep(work: Promise<void>): void {
    work.catch(() => undefined);
  }
}

type Unplaced = { readonly kind: 'unkept' } | { readonly kind: 'failed'; readonly error: unknown };
