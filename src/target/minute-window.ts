/** What was spent at one time. */
export interface Spending {
  readonly at: number;
  amount: number;
}

/**
 * An allowance a minute, as a sliding window: in any 60 seconds no more than the limit is spent. One spending that is
 * over the limit by itself waits until nothing else counts, and then passes: it could never pass otherwise.
 * A limit below 1 is one in a longer window: 0.5 a minute is 1 in two minutes.
 */
export class MinuteWindow {
  readonly #limit: number;
  readonly #lengthMs: number;
  #spendings: Spending[] = [];
  #first = 0;
  #sum = 0;

  constructor(limit: number) {
    this.#limit = Math.max(1, limit);
    this.#lengthMs = 60_000 / Math.min(1, limit);
  }

  /** How long until this much may be spent; 0: now. */
  waitMs(amount: number, now: number): number {
    this.#forget(now);
    let over = this.#sum + amount - this.#limit;
    let wait = 0;
    for (let index = this.#first; over > 0; index++) {
      const spending = this.#spendings[index];
      if (spending === undefined) break;
      over -= spending.amount;
      wait = spending.at + this.#lengthMs - now;
    }
    return wait;
  }

  spend(amount: number, now: number): Spending {
    const spending = { at: now, amount };
    this.#spendings.push(spending);
    this.#sum += amount;
    return spending;
  }

  /** Corrects an estimate. Once it is out of the window it no longer counts. */
  correct(spending: Spending, amount: number, now: number): void {
    this.#forget(now);
    if (spending.at + this.#lengthMs > now) this.#sum += amount - spending.amount;
    spending.amount = amount;
  }

  #forget(now: number): void {
    for (let spending = this.#spendings[this.#first]; spending !== undefined; ) {
      if (spending.at + this.#lengthMs > now) break;
      this.#sum -= spending.amount;
      spending = this.#spendings[++this.#first];
    }
    if (this.#first < 1024 || this.#first * 2 < this.#spendings.length) return;
    this.#spendings = this.#spendings.slice(this.#first);
    this.#first = 0;
  }
}
