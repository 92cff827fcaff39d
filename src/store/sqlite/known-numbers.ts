/** The numbers of the texts that were used last; the oldest are dropped. */
export class KnownNumbers {
  readonly #limit: number;
  readonly #numbers = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  find(key: string): number | undefined {
    return this.#numbers.get(key);
  }

  add(key: string, number: number): number {
    if (this.#numbers.size >= this.#limit) this.#dropOldest();
    this.#numbers.set(key, number);
    return number;
  }

  /** Half at once: one by one would cost more than finding them again. */
  #dropOldest(): void {
    let left = this.#limit / 2;
    for (const key of this.#numbers.keys()) {
      if (left-- <= 0) return;
      this.#numbers.delete(key);
    }
  }
}
