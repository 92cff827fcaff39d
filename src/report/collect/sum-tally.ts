import type { PartialSum } from '../run-metrics.ts';

/** A sum of which some parts may not be known. */
export class SumTally {
  #known = 0;
  #unknown = 0;
  #sum = 0;

  /** undefined, null: not known. */
  add(part: number | null | undefined): void {
    if (part === undefined || part === null) {
      this.#unknown += 1;
      return;
    }
    this.#known += 1;
    this.#sum += part;
  }

  toSum(): PartialSum {
    return { total: this.#known === 0 ? null : this.#sum, unknownCalls: this.#unknown };
  }
}
