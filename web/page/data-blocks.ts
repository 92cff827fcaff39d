/** Classes of the two kinds of blocks that contain the data of a page. */
export interface BlockNames {
  readonly index: string;
  readonly lines: string;
}

/**
 * The data in a page. Each chunk has an index, parsed at once, and lines of JSON, parsed one at a time. The types need
 * no check: a page contains the script that reads it, so both come from the same version.
 */
export class DataBlocks<Index, Line> {
  readonly #indexes: readonly Element[];
  readonly #lines: readonly Element[];

  constructor(root: Document, names: BlockNames) {
    this.#indexes = [...root.getElementsByClassName(names.index)];
    this.#lines = [...root.getElementsByClassName(names.lines)];
  }

  listIndexes(): readonly Index[] {
    // Written with this type, as explained above.
    return this.#indexes.map((block) => JSON.parse(block.textContent) as Index);
  }

  get chunks(): number {
    return this.#lines.length;
  }

  /** The lines of a chunk, not parsed. */
  listLines(chunk: number): readonly string[] {
    return (this.#lines[chunk]?.textContent ?? '').split('\n').slice(1, -1);
  }

  find(chunk: number, place: number): Line | undefined {
    const line = this.listLines(chunk)[place];
    return line === undefined ? undefined : this.parse(line);
  }

  /** All lines of a chunk except the last end with a comma. */
  parse(line: string): Line {
    // Written with this type, as explained above.
    return JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line) as Line;
  }
}
