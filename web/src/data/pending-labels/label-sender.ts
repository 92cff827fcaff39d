import type { KeptRecords } from '../kept-records.ts';
import type { LabelToGive } from '../labels.ts';
import type { PendingLabel, StoredLabel } from './pending-label.ts';

/** How long a score can be taken back before it is sent. */
export const graceMs = 5_000;

export interface LabelSenderParts {
  /** Sends one to the server. */
  readonly give: (label: LabelToGive, once: string) => Promise<unknown>;
  /** Whether the server may take it later, as it is. */
  readonly isPassing: (error: unknown) => boolean;
  readonly kept: KeptRecords<StoredLabel>;
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
  #callOff: (() => void) | undefined;

  constructor(parts: LabelSenderParts) {
    this.#parts = parts;
  }

  readonly list = (): readonly PendingLabel[] => this.#pending;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes up what an earlier visit left behind. What another tab may still be working on waits a little longer. */
  async restore(): Promise<void> {
    const known = new Set(this.#pending.map(({ once }) => once));
    const found = (await this.#parts.kept.list()).filter(({ once }) => !known.has(once));
    const state = { kind: 'waiting', tries: 0 } as const;
    this.#set([...this.#pending, ...found.map((stored) => ({ ...stored, dueAt: stored.dueAt + graceMs, state }))]);
  }

  /** Gives a label. One of the same question and place that can still be taken back makes room for it. */
  give(label: LabelToGive): string {
    const before = this.#pending.find((pending) => canTakeBack(pending) && isSamePlace(pending.label, label));
    const reason = label.reason === '' ? (before?.label.reason ?? '') : label.reason;
    const once = this.#parts.newOnce();
    const dueAt = this.#parts.now() + graceMs;
    const pending: PendingLabel = { once, label: { ...label, reason }, dueAt, state: { kind: 'grace' } };
    if (before !== undefined) this.#keep(this.#parts.kept.remove(before.once));
    this.#keep(this.#parts.kept.put(once, toStored(pending)));
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

  /** Sends everything now that is not being written: the page is about to go, or the server is back. */
  flush(): void {
    const now = this.#parts.now();
    this.#set(this.#pending.map((pending) => (isTimed(pending) ? { ...pending, dueAt: now } : pending)));
  }

  #change(once: string, update: (pending: PendingLabel) => PendingLabel): void {
    const before = this.#pending.find((pending) => pending.once === once);
    if (before === undefined || !canTakeBack(before)) return;
    const after = update(before);
    if (after === before) return;
    this.#keep(this.#parts.kept.put(once, toStored(after)));
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
    this.#pending = pending;
    this.#plan();
    for (const listener of this.#listeners) listener();
  }

  #plan(): void {
    this.#callOff?.();
    const due = Math.min(...this.#pending.filter(isTimed).map(({ dueAt }) => dueAt));
    this.#callOff = Number.isFinite(due)
      ? this.#parts.wait(() => this.#sendDue(), Math.max(0, due - this.#parts.now()))
      : undefined;
  }

  #sendDue(): void {
    const now = this.#parts.now();
    const due = this.#pending.filter((pending) => isTimed(pending) && pending.dueAt <= now);
    const names = new Set(due.map(({ once }) => once));
    const state = { kind: 'sending' } as const;
    this.#set(this.#pending.map((pending) => (names.has(pending.once) ? { ...pending, state } : pending)));
    for (const pending of due) this.#keep(this.#send(pending));
  }

  async #send(pending: PendingLabel): Promise<void> {
    const { once, label, state } = pending;
    const tries = state.kind === 'waiting' ? state.tries + 1 : 1;
    // Another tab may have sent it, or taken it back.
    if (tries === 1 && state.kind === 'waiting' && (await this.#parts.kept.find(once)) === undefined) {
      this.#drop(once);
      return;
    }
    try {
      await this.#parts.give(label, once);
      await this.#parts.onGiven(label);
      this.#drop(once);
    } catch (error) {
      if (!this.#parts.isPassing(error)) this.#setState(once, { state: { kind: 'refused', error } });
      else this.#setState(once, { dueAt: this.#parts.now() + toPause(tries), state: { kind: 'waiting', tries } });
    }
  }

  /** What is kept is kept for the case of a crash: nobody has to wait for it. */
  #keep(work: Promise<void>): void {
    work.catch(() => undefined);
  }
}

/** 1 s, 2 s, 4 s … 15 s. */
function toPause(tries: number): number {
  return Math.min(15_000, 1000 * 2 ** (tries - 1));
}

function isTimed({ state: { kind } }: PendingLabel): boolean {
  return kind === 'grace' || kind === 'waiting';
}

/** Nobody knows whether what was tried has arrived; its name makes sure that it counts once. */
export function canTakeBack({ state }: PendingLabel): boolean {
  return state.kind === 'grace' || state.kind === 'held' || state.kind === 'refused';
}

function isSamePlace(a: Place, b: Place): boolean {
  return a.dataset === b.dataset && a.id === b.id && a.turnIndex === b.turnIndex && a.question === b.question;
}

type Place = Pick<LabelToGive, 'dataset' | 'id' | 'turnIndex' | 'question'>;

function toStored({ once, label, dueAt }: PendingLabel): StoredLabel {
  return { once, label, dueAt };
}
