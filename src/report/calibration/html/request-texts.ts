import type { GroupedSample } from './group-samples.ts';

/**
 * The texts of requests that stand in those of several samples: the deck, the questions before its contexts. Written
 * once, they keep a page of thousands of samples small.
 */
export function listSharedTexts(samples: readonly GroupedSample[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { answers } of samples) {
    const own = new Set(answers.flatMap(({ row }) => row.judgment?.request.map(({ content }) => content) ?? []));
    for (const text of own) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].flatMap(([text, count]) => (count > 1 ? [text] : []));
}

/** Names the texts of one sample: from -1 down a shared one, else a place among its own. */
export class RequestTexts {
  readonly own: string[] = [];
  readonly #places = new Map<string, number>();
  readonly #shared: ReadonlyMap<string, number>;

  /** `shared`: the place of every shared text. */
  constructor(shared: ReadonlyMap<string, number>) {
    this.#shared = shared;
  }

  toPlace(text: string): number {
    const shared = this.#shared.get(text);
    if (shared !== undefined) return -1 - shared;
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.own.length);
    return this.own.push(text) - 1;
  }
}
