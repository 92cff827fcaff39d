import { compareText } from '../../base/compare-text.ts';

/** What is counted under names that are no more than this; the rest is counted together. */
const mostNames = 1_000;
export const othersName = '(others)';

/** One tally a name, made when the name first comes. */
export class NamedTallies<Tally> {
  readonly #tallies = new Map<string, Tally>();
  readonly #open: () => Tally;

  constructor(open: () => Tally) {
    this.#open = open;
  }

  get(name: string): Tally {
    const known = this.#tallies.get(name);
    if (known !== undefined) return known;
    if (this.#tallies.size >= mostNames && name !== othersName) return this.get(othersName);
    const tally = this.#open();
    this.#tallies.set(name, tally);
    return tally;
  }

  /** By name; the others last. */
  list(): readonly (readonly [name: string, tally: Tally])[] {
    return [...this.#tallies].sort(
      ([one], [other]) => Number(one === othersName) - Number(other === othersName) || compareText(one, other),
    );
  }
}
