import parseJsonPath from 'jsonpath-rfc9535/parser';
import { Fault, type ProblemInput } from '../../base/fault.ts';
import type { FaultCode } from '../../base/fault-codes.ts';
import { findNearest } from '../../base/nearest.ts';
import type { WrittenTable } from './written-table.ts';

/** How problems with the columns of a file are reported. */
export interface ColumnWords {
  readonly file: string;
  /** The kind of file: "ratings". */
  readonly reading: string;
  readonly missing: FaultCode;
  readonly twice: FaultCode;
}

/** Finds the columns of one table: those that you name with flags, and those with names of ours. */
export class TableColumns {
  readonly table: WrittenTable;
  readonly names: readonly string[];
  readonly #words: ColumnWords;

  constructor(table: WrittenTable, words: ColumnWords) {
    this.table = table;
    this.names = table.columns.map(({ name }) => name);
    this.#words = words;
  }

  /** The column that you named with a flag. Throws a Fault if it is missing or appears twice. */
  get(typed: string, flag: string): string {
    const name = this.#find(typed);
    if (name !== undefined) return this.#getOnce(name);
    if (this.table.isJson && this.#isFoundByPath(typed, flag)) return typed;
    throw this.fault({ message: `There is no column ${JSON.stringify(typed)}.`, hint: this.#suggest(typed, flag) });
  }

  /** A column with a name of ours. CSV allows any case, and spaces around it. */
  findKey(key: string): string | undefined {
    return this.names.find((name) => (this.table.isJson ? name : fold(name)) === key);
  }

  /** Throws a Fault if the column appears twice. */
  getKey(key: string): string {
    return this.#getOnce(this.findKey(key) ?? key);
  }

  hasKey(...keys: readonly string[]): boolean {
    return keys.some((key) => this.findKey(key) !== undefined);
  }

  /**
   * The first of several usual names for one thing, in any spelling: `item_id`, `itemId` and `Item ID` are one name. In
   * JSON lines, `a.b` is a value inside an object.
   */
  findUsual(usual: readonly string[]): string | undefined {
    for (const key of usual) {
      const name = this.names.find((each) => toLoose(each) === toLoose(key));
      if (name !== undefined) return this.#getOnce(name);
      if (key.includes('.') && this.table.isJson && this.table.rows.some(({ find }) => find(key) !== undefined))
        return key;
    }
    return undefined;
  }

  renderNames(): string {
    const more = this.names.length > 20 ? ', …' : '.';
    return this.names.length === 0 ? 'There are none.' : `Columns: ${this.names.slice(0, 20).join(', ')}${more}`;
  }

  fault(input: Pick<ProblemInput, 'message' | 'hint'>): Fault {
    const { file, reading, missing } = this.#words;
    const form = this.table.isJson ? 'JSONL' : 'CSV';
    return new Fault({ code: missing, ...input, reading: `${reading} ${form}`, file, line: 1, column: 1 });
  }

  #find(typed: string): string | undefined {
    return this.names.find((name) => name === typed) ?? this.names.find((name) => fold(name) === fold(typed));
  }

  #isFoundByPath(typed: string, flag: string): boolean {
    if (typed.startsWith('$')) {
      try {
        parseJsonPath(typed);
      } catch (cause) {
        const reason = cause instanceof Error ? ` ${cause.message}` : '';
        throw this.fault({ message: `"${typed}" is not valid JSONPath.${reason}`, hint: `Use ${flag} $.key` });
      }
    }
    return this.table.rows.some(({ find }) => find(typed) !== undefined);
  }

  #getOnce(wanted: string): string {
    const [, second] = this.table.columns.filter(({ name }) => fold(name) === fold(wanted));
    if (second === undefined || this.table.isJson) return wanted;
    const message = `The column "${fold(wanted)}" appears twice.`;
    throw new Fault({ code: this.#words.twice, message, hint: 'Rename one of them.', ...second.place });
  }

  #suggest(typed: string, flag: string): string {
    const nearest = findNearest(typed, this.names);
    return `${nearest === undefined ? '' : `Did you mean ${flag} ${nearest}? `}${this.renderNames()}`;
  }
}

function fold(name: string): string {
  return name.trim().toLowerCase();
}

/** Without case, spaces, hyphens and underscores. */
function toLoose(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}
