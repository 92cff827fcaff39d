/** Names that are said often: each is written once, and its place said instead. */
export class NamePlaces {
  readonly #places = new Map<string, number>();

  toPlace(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.#places.size);
    return this.#places.size - 1;
  }

  get names(): readonly string[] {
    return [...this.#places.keys()];
  }
}
