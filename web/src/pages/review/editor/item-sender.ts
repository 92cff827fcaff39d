import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Item, ItemStatus } from '../../../../../src/conversation/item/item.ts';
import { toChangedFields } from '../../../data/changed-fields.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import type { ItemApi, StampedItem } from './item-api.ts';
import { type SendFault, toSendFault } from './send-faults.ts';
import { isHeld, isUnsent, type Meeting, meet, type Standing, withAnswer, withSent } from './standing.ts';

export interface SenderOptions {
  readonly key: ItemKey;
  readonly api: ItemApi;
  readonly read: () => Standing;
  readonly write: (standing: Standing) => void;
  /** The server has this now. */
  readonly onStored: (answer: ItemAnswer) => void;
  readonly onMeeting: (what: Meeting, theirs: ItemAnswer) => void;
}

export interface SendOptions {
  readonly status?: ItemStatus;
  /** Why it is approved, where that takes a reason. */
  readonly reason?: string | undefined;
  /** Goes on while more is typed, until the server has everything. */
  readonly isWhole?: boolean;
}

/** Others may be first several times in a row; not for ever. */
const mostTries = 10;

/** Brings an edit to the server: with its etag, merging when somebody else was first. One call at a time, by its owner. */
export class ItemSender {
  readonly #options: SenderOptions;
  #fault: SendFault | undefined;
  #isSending = false;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Why the last call did not arrive; undefined: it did, or none was made since the last edit. */
  get fault(): SendFault | undefined {
    return this.#fault;
  }

  get isSending(): boolean {
    return this.#isSending;
  }

  /** What was refused has been changed since: it may be accepted now. */
  forgetRefusal(): void {
    if (this.#fault?.kind !== 'away') this.#fault = undefined;
  }

  /** Sends what differs, and the status in the same call. True: the server has it. */
  async send({ status, reason, isWhole = true }: SendOptions = {}): Promise<boolean> {
    for (let tries = 0; tries < mostTries; tries++) {
      const standing = this.#options.read();
      if (standing.theirs !== undefined) return this.#isStale(standing.theirs);
      // Approved or deleted by somebody else while this was on its way.
      if (!isWhole && isHeld(standing)) return false;
      const fields = toChangedFields(standing.base, standing.mine);
      const isEdit = Object.keys(fields).length > 0;
      const isAsked = status !== undefined && (isEdit || standing.stored.status !== status);
      if (!isEdit && !isAsked && standing.sent.length === 0) return this.#isThere();
      const isDone =
        isEdit || isAsked
          ? await this.#put(
              standing,
              isAsked ? { ...fields, status, ...(reason === undefined ? {} : { reason }) } : fields,
            )
          : await this.#lookForLost();
      if (isDone === undefined) return false;
      // A decision is about what was there when it was made: what is typed since goes its own way.
      if (isDone && isAsked) return true;
      if (isDone && !isWhole) return !isUnsent(this.#options.read());
    }
    return false;
  }

  /** Deletes or restores. Nothing typed goes with it. */
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

  /** A copy of what the server has; undefined: it did not arrive. */
  async copy(once: string): Promise<ItemKey | undefined> {
    let copy: ItemKey | undefined;
    await this.#guard(async () => {
      const { datasetName: dataset, id } = await this.#options.api.duplicate(this.#options.key, once);
      copy = { dataset, id };
    });
    return copy;
  }

  /** Looks whether the item has changed elsewhere. A server that is away is no news. */
  async refresh(): Promise<void> {
    try {
      const answer = await this.#options.api.read(this.#options.key);
      // An answer that was under way while something was saved is older than what is known.
      if (answer.revision >= this.#options.read().stored.revision) this.#meet(answer);
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

  async #put(standing: Standing, fields: Readonly<Record<string, unknown>>): Promise<boolean | undefined> {
    const { key, api } = this.#options;
    const { stored, mine, sent } = standing;
    this.#options.write(withSent(standing));
    const isDone = await this.#call(() => api.put({ key, etag: stored._etag, fields }), mine);
    const isRefused = isDone === undefined && (this.#fault?.kind === 'refused' || this.#fault?.kind === 'blocked');
    if (isRefused) this.#options.write({ ...this.#options.read(), sent });
    return isDone;
  }

  /** An answer was lost and the edit undone since: the server may have what nobody wants any more. */
  async #lookForLost(): Promise<boolean | undefined> {
    return this.#guard(async () => {
      this.#meet(await this.#options.api.read(this.#options.key));
      this.#options.write({ ...this.#options.read(), sent: [] });
    });
  }

  /** True: done. False: somebody was first, and the two were merged: try again. Undefined: it cannot be done now. */
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
      return this.#meet(this.#fault.current) === 'conflict' ? undefined : false;
    } finally {
      this.#isSending = false;
      this.#options.write(this.#options.read());
    }
  }

  #meet(answer: ItemAnswer): Meeting {
    const { standing, what } = meet(this.#options.read(), answer);
    this.#options.write(standing);
    this.#options.onMeeting(what, answer);
    return what;
  }
}
