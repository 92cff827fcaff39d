/** Something that a conversion could not carry over. */
interface Loss {
  /** Its kind: `image part`, `answer key`. */
  readonly what: string;
  readonly item: string;
  /** JSON path in what was read. */
  readonly where: string;
}

interface LossKind {
  readonly what: string;
  readonly count: number;
  /** The first of them. */
  readonly examples: readonly Loss[];
}

/** Tells the report of one item that something was left behind. */
export type Lose = (what: string, where: string) => void;

const examplesPerKind = 20;
/** Kinds are partly named after words of the file, which may be any number. */
const mostKinds = 100;

/** Counts what conversions leave behind, by kind: nothing is dropped in silence. */
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
