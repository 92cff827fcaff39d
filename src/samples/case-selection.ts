import type { EvalCase } from '../conversation/case.ts';

interface SelectionOptions {
  readonly cases?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly limit?: number | undefined;
}

/** Which cases of the files are played: asked for each case once, in order. */
export class Selection {
  readonly #cases: ReadonlySet<string> | undefined;
  readonly #tags: ReadonlySet<string> | undefined;
  readonly #limit: number;
  #count = 0;

  constructor({ cases, tags, limit = Number.POSITIVE_INFINITY }: SelectionOptions) {
    this.#cases = cases === undefined ? undefined : new Set(cases);
    this.#tags = tags === undefined ? undefined : new Set(tags);
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.#count >= this.#limit;
  }

  take({ id, tags }: Pick<EvalCase, 'id' | 'tags'>): boolean {
    if (this.isFull) return false;
    if (this.#cases?.has(id) === false) return false;
    if (this.#tags !== undefined && !tags.some((tag) => this.#tags?.has(tag))) return false;
    this.#count += 1;
    return true;
  }

  /** Counts a case that is known to have been selected before. */
  pass(): void {
    this.#count += 1;
  }
}
