import type { Place } from '../../base/fault.ts';
import { hashJson } from '../../base/hash.ts';
import type { SampleMessage } from '../../conversation/sample.ts';

/** The ids given so far, and where; ids are unique over everything one reader reads. */
export class SampleIds {
  readonly #places = new Map<string, Place>();
  readonly #copies = new Map<string, number>();

  /** Where the id was taken before, or undefined: then it is taken now. */
  take(id: string, place: Place): Place | undefined {
    const first = this.#places.get(id);
    if (first === undefined) this.#places.set(id, place);
    return first;
  }

  /** An id from the content, the same wherever the sample stands; further copies of it are counted: -2, -3, … */
  derive(messages: readonly SampleMessage[], place: Place): string {
    const base = `sample-${hashJson(messages).slice(0, 12)}`;
    for (;;) {
      const copy = (this.#copies.get(base) ?? 0) + 1;
      this.#copies.set(base, copy);
      const id = copy === 1 ? base : `${base}-${copy}`;
      if (this.take(id, place) === undefined) return id;
    }
  }
}

/** `a.toml:3:1`, or `line 3` when it is the file at hand. */
export function renderFirstPlace(first: Place, file: string): string {
  return first.file === file ? `line ${first.line}` : `${first.file}:${first.line}`;
}
