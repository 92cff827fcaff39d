import type { Clock } from '../../../../src/base/clock.ts';
import type { Draft, DraftPlace } from './draft.ts';
import type { DraftStore } from './draft-store.ts';

export interface DraftWriterOptions {
  readonly store: DraftStore;
  readonly place: DraftPlace;
  readonly clock: Clock;
  /** After each write: whether the latest draft is kept. */
  readonly onWrite: () => void;
}

/** The pause between two writes. Without it, each key would write a draft of hundreds of turns. */
const pauseMs = 200;

/** Writes the latest draft of one item: the first one at once, later ones with a pause, never two at a time. */
export class DraftWriter {
  readonly #options: DraftWriterOptions;
  #latest: Draft | undefined;
  #written: Draft | undefined;
  #work: Promise<void> | undefined;
  #pause = new AbortController();
  #hasFailed = false;
  #isFlushing = false;

  constructor(options: DraftWriterOptions) {
    this.#options = options;
  }

  /** Whether closing the page now would lose something. */
  get isBehind(): boolean {
    return this.#latest !== undefined && (this.#latest !== this.#written || !this.#options.store.isLasting);
  }

  /** Whether the draft survives closing the page. */
  get isLasting(): boolean {
    return this.#options.store.isLasting && !this.#hasFailed;
  }

  /** Undefined removes the draft. */
  write(draft: Draft | undefined): void {
    this.#latest = draft;
    this.#start();
  }

  /** Writes the latest draft without a pause. */
  async flush(): Promise<void> {
    this.#isFlushing = true;
    this.#pause.abort();
    this.#start();
    await this.#work;
    this.#isFlushing = false;
  }

  #start(): void {
    if (this.#work !== undefined || this.#latest === this.#written) return;
    this.#work = this.#catchUp().finally(() => {
      this.#work = undefined;
      if (!this.#hasFailed) this.#start();
    });
  }

  async #catchUp(): Promise<void> {
    while (this.#latest !== this.#written) {
      await this.#writeLatest();
      this.#options.onWrite();
      if (this.#hasFailed) return;
      if (!this.#isFlushing) await this.#rest();
    }
  }

  async #rest(): Promise<void> {
    this.#pause = new AbortController();
    await this.#options.clock.sleep(pauseMs, this.#pause.signal).catch(() => undefined);
  }

  async #writeLatest(): Promise<void> {
    const { store, place } = this.#options;
    const draft = this.#latest;
    try {
      await (draft === undefined ? store.remove(place) : store.put(draft));
      this.#written = draft;
      this.#hasFailed = false;
    } catch {
      // Usually the disk quota is full. The draft is still in the page, and the next change retries.
      this.#hasFailed = true;
    }
  }
}
