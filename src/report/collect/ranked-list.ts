/** The first few of many, in order. It drops an entry that is not among them immediately. */
export class RankedList<Entry> {
  readonly #entries: Entry[] = [];
  readonly #most: number;
  readonly #compare: (one: Entry, other: Entry) => number;

  constructor(most: number, compare: (one: Entry, other: Entry) => number) {
    this.#most = most;
    this.#compare = compare;
  }

  add(entry: Entry): void {
    const last = this.#entries.at(-1);
    if (this.#entries.length === this.#most && last !== undefined && this.#compare(entry, last) >= 0) return;
    const place = this.#entries.findIndex((other) => this.#compare(entry, other) < 0);
    if (place === -1) this.#entries.push(entry);
    else this.#entries.splice(place, 0, entry);
    if (this.#entries.length > this.#most) this.#entries.pop();
  }

  find(isMeant: (entry: Entry) => boolean): Entry | undefined {
    return this.#entries.find(isMeant);
  }

  list(): readonly Entry[] {
    return [...this.#entries];
  }
}
