import type { CaseLine, FailedCase } from '../run-summary.ts';
import { RankedList } from './ranked-list.ts';

interface FailedCasesOptions {
  /** Cases that are kept; of the others only their number is. */
  readonly most: number;
  /** The order of cases and variants. Repeats of a case have the same place. */
  readonly compare: (one: CaseLine, other: CaseLine) => number;
  /** Cases are played more than once: then their plays are counted by case. */
  readonly hasRepeats: boolean;
}

type Plays = NonNullable<FailedCase['plays']>;

/** The first cases that failed or broke, each once in a variant however often it was played; in any order they come. */
export class FailedCases {
  readonly #first: RankedList<{ line: CaseLine }>;
  readonly #plays: Map<string, Plays> | undefined;
  #bad = 0;

  constructor({ most, compare, hasRepeats }: FailedCasesOptions) {
    this.#first = new RankedList(most, (one, other) => compare(one.line, other.line));
    this.#plays = hasRepeats ? new Map() : undefined;
  }

  /** Every conversation at its end; those that passed count among the plays of their case. */
  add(line: CaseLine): void {
    if (line.status === 'skipped') return;
    const isBad = line.status === 'fail' || line.status === 'error';
    const isFirst = this.#countPlay(line);
    if (!isBad) return;
    if (isFirst) {
      this.#bad += 1;
      this.#first.add({ line });
      return;
    }
    const key = toKey(line);
    const known = this.#first.find((entry) => toKey(entry.line) === key);
    if (known !== undefined && compareWorth(line, known.line) < 0) known.line = line;
  }

  /** Whether this is the first bad play of its case. */
  #countPlay(line: CaseLine): boolean {
    if (this.#plays === undefined) return true;
    const key = toKey(line);
    const { fail, error, of } = this.#plays.get(key) ?? { fail: 0, error: 0, of: 0 };
    const [fails, errors] = [fail + Number(line.status === 'fail'), error + Number(line.status === 'error')];
    this.#plays.set(key, { fail: fails, error: errors, of: of + 1 });
    return fail + error === 0;
  }

  /** How many there are in all. */
  get count(): number {
    return this.#bad;
  }

  list(): readonly FailedCase[] {
    return this.#first.list().map(({ line }) => {
      const plays = this.#plays?.get(toKey(line));
      return plays === undefined || plays.of < 2 ? line : { ...line, plays };
    });
  }
}

/** A fail says more about the target than an error; otherwise the earlier play represents all. */
function compareWorth(one: CaseLine, other: CaseLine): number {
  return Number(one.status === 'error') - Number(other.status === 'error') || one.repeat - other.repeat;
}

function toKey({ file, eval: evalName, id, target, send, play }: CaseLine): string {
  return JSON.stringify([file, evalName, id, target, send, play]);
}
