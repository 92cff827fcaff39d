/** Something that a conversion could not keep. */
interface Loss {
  /** The kind of loss: `image part`, `answer key`. */
  readonly what: string;
  readonly item: string;
  /** JSON path in the source. */
  readonly where: string;
}

interface LossKind {
  readonly what: string;
  readonly count: number;
  /** The first losses of this kind. */
  readonly examples: readonly Loss[];
}

/** Adds a loss of one item to the report. */
export type Lose = (what: string, where: string) => void;

const examplesPerKind = 20;
/** Some kinds contain words of the file, so their number must be limited. */
const mostKinds = 100;

/** Counts the losses of conversions by kind, so that nothing is dropped silently. */
export class LossReport {
  readonly #kinds = new Map<string, { count: number; readonly examples: Loss[] }>();

  forItem(item: string): Lose {
    return (what, where) => this.#add({ what, item, where });
  }

  /** Most frequent first. */
  listKinds(): readonly LossKind[] {
    const kinds = [...this.#kinds].map(([what, kind]) => ({ what, ...kind }));
    return kinds.sort((one, other) => other.count - one.count || (one.what < other.what ? -1 : 1));
  }

  #add(loss: Loss): void {
    const isRoom = this.#kinds.has(loss.what) || this.#kinds.size < mostKinds;
    const what = isRoom ? loss.what : 'other';
    const kind = this.#kinds.get(what) ?? { count: 0, examples: [] };
    kind.count += 1;
    if (kind.examples.length < examplesPerKind) kind.examples.push(loss);
    this.#kinds.set(what, kind);
  }
}
