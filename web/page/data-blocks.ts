/** Classes of the two kinds of blocks in which a page keeps its data. */
export interface BlockNames {
  readonly index: string;
  readonly lines: string;
}

/**
 * The data that stands in a page: chunks of an index, read at once, and of as many lines of JSON, read one at a time.
 * Both were written under the types that they are read as: a page carries the script that reads it.
 */
export class DataBlocks<Index, Line> {
  readonly #indexes: readonly Element[];
  readonly #lines: readonly Element[];

  constructor(root: Document, names: BlockNames) {
    this.#indexes = [...root.getElementsByClassName(names.index)];
    this.#lines = [...root.getElementsByClassName(names.lines)];
  }

  listIndexes(): readonly Index[] {
    // As above: written under this type.
    return this.#indexes.map((block) => JSON.parse(block.textContent) as Index);
  }

  get chunks(): number {
    return this.#lines.length;
  }

  /** The lines of a chunk as they are written. */
  listLines(chunk: number): readonly string[] {
    return (this.#lines[chunk]?.textContent ?? '').split('\n').slice(1, -1);
  }

  find(chunk: number, place: number): Line | undefined {
    const line = this.listLines(chunk)[place];
    return line === undefined ? undefined : this.parse(line);
  }

  /** All lines but the last of a chunk end with a comma. */
  parse(line: string): Line {
    // As above: written under this type.
    return JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line) as Line;
  }
}
