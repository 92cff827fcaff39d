const entriesAtOnce = 1000;

interface Group<Entry> {
  readonly entries: Entry[];
  readonly written: PromiseWithResolvers<void>;
}

/**
 * Gathers the entries of one turn of the event loop and writes them together: a transaction costs more than the rows in
 * it. Groups are written one after another, in order.
 */
export class GroupCommit<Entry> {
  readonly #write: (entries: readonly Entry[]) => Promise<void>;
  readonly #groups: Group<Entry>[] = [];
  #last: Promise<void> | undefined;
  #isWriting = false;

  constructor(write: (entries: readonly Entry[]) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves when the entry is written, with all that was added before it. */
  add(entry: Entry): Promise<void> {
    let group = this.#groups.at(-1);
    if (group === undefined || group.entries.length >= entriesAtOnce) {
      group = { entries: [], written: Promise.withResolvers() };
      // Callers see the error where they await an entry. One that is not awaited must not end the process.
      group.written.promise.catch(() => {});
      this.#groups.push(group);
      this.#last = group.written.promise;
    }
    group.entries.push(entry);
    this.#schedule();
    return group.written.promise;
  }

  /** Resolves when nothing is left to write, whether or not it could be written. */
  async settle(): Promise<void> {
    let settled: Promise<void> | undefined;
    while (settled !== this.#last) {
      settled = this.#last;
      await settled?.catch(() => {});
    }
  }

  #schedule(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    setImmediate(() => void this.#writeNext());
  }

  async #writeNext(): Promise<void> {
    const group = this.#groups.shift();
    if (group !== undefined) {
      try {
        await this.#write(group.entries);
        group.written.resolve();
      } catch (error) {
        group.written.reject(error);
      }
    }
    this.#isWriting = false;
    if (this.#groups.length > 0) this.#schedule();
  }
}
