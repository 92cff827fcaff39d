import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Item, ItemStatus } from '../../../../../src/conversation/item/item.ts';
import { toChangedFields } from '../../../data/edited-item.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import { type SendFault, toSendFault } from './send-faults.ts';
import type { ItemApi, StampedItem } from './session-tools.ts';
import { isHeld, isUnsent, type RebaseResult, rebase, type SyncState, withAnswer, withSent } from './sync-state.ts';

export interface SenderOptions {
  readonly key: ItemKey;
  readonly api: ItemApi;
  readonly read: () => SyncState;
  readonly write: (state: SyncState) => void;
  /** Called when the server has stored this. */
  readonly onStored: (answer: ItemAnswer) => void;
  readonly onRebase: (result: RebaseResult, theirs: ItemAnswer) => void;
}

export interface SendOptions {
  readonly status?: ItemStatus;
  /** The reason of an approval that needs one. */
  readonly reason?: string | undefined;
  /** Continues until the server has everything, including text typed in the meantime. */
  readonly isWhole?: boolean;
}

/** Others may save first several times in a row, but not forever. */
const mostTries = 10;

/** Sends an edit with its ETag, and merges if someone else saved first. Its owner makes one call at a time (`ActQueue`). */
export class ItemSender {
  readonly #options: SenderOptions;
  #fault: SendFault | undefined;
  #isSending = false;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Why the last call failed. Undefined if it succeeded, or if nothing was sent since the last edit. */
  get fault(): SendFault | undefined {
    return this.#fault;
  }

  get isSending(): boolean {
    return this.#isSending;
  }

  /** The refused item was edited, so the server may accept it now. */
  forgetRefusal(): void {
    if (this.#fault?.kind !== 'away') this.#fault = undefined;
  }

  /** Sends the changed fields and the status in one call. True: the server has them. */
  async send({ status, reason, isWhole = true }: SendOptions = {}): Promise<boolean> {
    for (let tries = 0; tries < mostTries; tries++) {
      const state = this.#options.read();
      if (state.theirs !== undefined) return this.#isStale(state.theirs);
      // Someone else approved or deleted it in the meantime.
      if (!isWhole && isHeld(state)) return false;
      const fields = toChangedFields(state.base, state.mine);
      const isEdit = Object.keys(fields).length > 0;
      const isAsked = status !== undefined && (isEdit || state.stored.status !== status);
      if (!isEdit && !isAsked && state.sent.length === 0) return this.#isThere();
      const isDone =
        isEdit || isAsked
          ? await this.#put(
              state,
              isAsked ? { ...fields, status, ...(reason === undefined ? {} : { reason }) } : fields,
            )
          : await this.#lookForLost();
      if (isDone === undefined) return false;
      // The new status is for the text of that moment. What is typed later is saved on its own.
      if (isDone && isAsked) return true;
      if (isDone && !isWhole) return !isUnsent(this.#options.read());
    }
    return false;
  }

  /** Deletes or restores. Unsent text is not sent along. */
  async act(call: (item: StampedItem) => Promise<ItemAnswer>, isThere: (stored: ItemAnswer) => boolean) {
    for (let tries = 0; tries < mostTries; tries++) {
      const { stored, base, theirs } = this.#options.read();
      if (theirs !== undefined) return this.#isStale(theirs);
      if (isThere(stored)) return this.#isThere();
      const isDone = await this.#call(() => call({ key: this.#options.key, etag: stored._etag }), base);
      if (isDone === undefined) return false;
    }
    return false;
  }

  /** Copies what the server has. Undefined if the call failed. */
  async copy(idempotencyKey: string): Promise<ItemKey | undefined> {
    let copy: ItemKey | undefined;
    await this.#guard(async () => {
      const { datasetName: dataset, id } = await this.#options.api.duplicate(this.#options.key, idempotencyKey);
      copy = { dataset, id };
    });
    return copy;
  }

  /** Fetches changes made elsewhere. An unreachable server is not reported again. */
  async refresh(): Promise<void> {
    try {
      const answer = await this.#options.api.read(this.#options.key);
      // A read that overlaps with a save may return an older revision than the save.
      if (answer.revision >= this.#options.read().stored.revision) this.#rebase(answer);
      if (this.#fault?.kind === 'away') this.#fault = undefined;
    } catch (error) {
      const fault = toSendFault(error);
      if (fault.kind === 'away') this.#fault = fault;
    }
  }

  #isThere(): true {
    this.#fault = undefined;
    return true;
  }

  #isStale(current: ItemAnswer): false {
    this.#fault = { kind: 'stale', current };
    return false;
  }

  async #put(state: SyncState, fields: Readonly<Record<string, unknown>>): Promise<boolean | undefined> {
    const { key, api } = this.#options;
    const { stored, mine, sent } = state;
    this.#options.write(withSent(state));
    const isDone = await this.#call(() => api.put({ key, etag: stored._etag, fields }), mine);
    const isRefused = isDone === undefined && (this.#fault?.kind === 'refused' || this.#fault?.kind === 'blocked');
    if (isRefused) this.#options.write({ ...this.#options.read(), sent });
    return isDone;
  }

  /** Reads the item after an answer was lost and the edit undone: the server may have the undone edit. */
  async #lookForLost(): Promise<boolean | undefined> {
    return this.#guard(async () => {
      this.#rebase(await this.#options.api.read(this.#options.key));
      this.#options.write({ ...this.#options.read(), sent: [] });
    });
  }

  /** True: done. False: someone else saved first and both edits are merged, so try again. Undefined: it failed. */
  async #call(call: () => Promise<ItemAnswer>, sent: Item): Promise<boolean | undefined> {
    return this.#guard(async () => {
      const answer = await call();
      this.#options.write(withAnswer(this.#options.read(), answer, sent));
      this.#options.onStored(answer);
    });
  }

  async #guard(work: () => Promise<void>): Promise<boolean | undefined> {
    this.#isSending = true;
    this.#options.write(this.#options.read());
    try {
      await work();
      this.#fault = undefined;
      return true;
    } catch (error) {
      this.#fault = toSendFault(error);
      if (this.#fault.kind !== 'stale') return undefined;
      return this.#rebase(this.#fault.current) === 'conflict' ? undefined : false;
    } finally {
      this.#isSending = false;
      this.#options.write(this.#options.read());
    }
  }

  #rebase(answer: ItemAnswer): RebaseResult {
    const { state, result } = rebase(this.#options.read(), answer);
    this.#options.write(state);
    this.#options.onRebase(result, answer);
    return result;
  }
}

/** Runs one act at a time, in order. An act that is requested again before it has run runs once. */
export class ActQueue {
  readonly #waiting = new Map<string, Promise<unknown>>();
  #last: Promise<unknown> = Promise.resolve();

  run<T>(name: string, act: () => Promise<T>): Promise<T> {
    const same = this.#waiting.get(name);
    // Only acts of one name share a promise, and each name is used for one kind of act.
    if (same !== undefined) return same as Promise<T>;
    const done = this.#last.then(act).finally(() => this.#waiting.delete(name));
    this.#waiting.set(name, done);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
