/**
 * One decision at a time: what is asked for while another waits for its answer is dropped, not queued. Who hits `s` and
 * then `a` has seen one item, and means one thing.
 */
export class OneAct {
  readonly #onActing: (isActing: boolean) => void;
  #isActing = false;

  constructor(onActing: (isActing: boolean) => void) {
    this.#onActing = onActing;
  }

  async run(act: () => Promise<void>): Promise<void> {
    if (this.#isActing) return;
    this.#set(true);
    try {
      await act();
    } finally {
      this.#set(false);
    }
  }

  #set(isActing: boolean): void {
    this.#isActing = isActing;
    this.#onActing(isActing);
  }
}
