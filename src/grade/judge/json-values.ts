import { backslash, blank, findEscapeEnd, findPlainEnd, quote, skipBlanks } from './json-tokens.ts';

/** A complete JSON object or array of a text. */
interface ScannedValue {
  /** The offset after its last character. */
  readonly end: number;
  /** Its number in the table, or `unknown`. */
  readonly number: number;
  /** Whether a key appears twice in it, or in a nested object. */
  readonly hasRepeatedKey: boolean;
}

const unknown = -1;

/**
 * Assigns numbers to JSON values. Two values get the same number exactly if they are equal after parsing. Whitespace,
 * the order of keys, escapes and the notation of numbers do not matter. A `score` in quotes counts as its number.
 */
export class ValueTable {
  readonly #numbers = new Map<string, number>();
  readonly #isGrowing: boolean;

  /** `known`: look up values in that table, and add none. */
  constructor(known?: ValueTable) {
    this.#isGrowing = known === undefined;
    if (known !== undefined) this.#numbers = known.#numbers;
  }

  get(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined || !this.#isGrowing) return known ?? unknown;
    this.#numbers.set(key, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/**
 * Finds every JSON object and array of a text by its start, even inside a string or after malformed text, because a
 * quote may begin anywhere. `found` gets the number of every object that is in the table.
 *
 * It reads from the end, so the contents of a value are known when its opening bracket is read. A character is either
 * inside or outside a string, so at most two values read it. The time is linear in the length of the text, at any
 * nesting depth.
 */
export class ValueScan {
  readonly #text: string;
  readonly #table: ValueTable;
  readonly #found: ((number: number) => void) | undefined;
  /** For each offset inside a string: the offset after the closing quote. 0: there is none. */
  readonly #quoteEnds: Int32Array;
  readonly #values = new Map<number, ScannedValue>();

  constructor(text: string, table: ValueTable, found?: (number: number) => void) {
    this.#text = text;
    this.#table = table;
    this.#found = found;
    this.#quoteEnds = toQuoteEnds(text);
    for (let at = text.length - 1; at >= 0; at -= 1) {
      const code = text.charCodeAt(at);
      const value = code === brace ? this.#readObject(at) : code === bracket ? this.#readArray(at) : undefined;
      if (value !== undefined) this.#values.set(at, value);
    }
  }

  /** The complete object or array that begins here. Undefined: there is none. */
  valueAt(start: number): ScannedValue | undefined {
    return this.#values.get(start);
  }

  #readObject(start: number): ScannedValue | undefined {
    const members: Member[] = [];
    let hasRepeatedKey = false;
    // An object with an unknown key equals nothing in the table.
    let isKnown = true;
    const end = this.#readList(start + 1, '}', (at) => {
      const keyEnd = this.#quoteEnds[at + 1] ?? 0;
      if (this.#text[at] !== '"' || keyEnd === 0) return undefined;
      const colon = skipBlanks(this.#text, keyEnd);
      if (this.#text[colon] !== ':') return undefined;
      const name = isKnown ? decodeString(this.#text, at, keyEnd) : '';
      const key = isKnown ? this.#table.get(`"${name}`) : unknown;
      isKnown &&= key !== unknown;
      const value = this.#readValue(skipBlanks(this.#text, colon + 1), { isKnown, isScore: name === 'score' });
      if (value === undefined) return undefined;
      hasRepeatedKey ||= value.hasRepeatedKey;
      if (isKnown) members.push({ key, value: value.number });
      return value.end;
    });
    if (end === undefined) return undefined;
    if (!isKnown) return { end, number: unknown, hasRepeatedKey };
    const isRepeated = new Set(members.map(({ key }) => key)).size < members.length;
    // Some parsers use the first of two equal keys, others the last.
    if (isRepeated) for (const order of [members, members.toReversed()]) this.#toNumber(toLastWins(order));
    return { end, number: this.#toNumber(members), hasRepeatedKey: hasRepeatedKey || isRepeated };
  }

  #toNumber(members: readonly Member[]): number {
    const isKnown = members.every(({ value }) => value !== unknown);
    const number = isKnown ? this.#table.get(toObjectKey(members)) : unknown;
    if (number !== unknown) this.#found?.(number);
    return number;
  }

  #readArray(start: number): ScannedValue | undefined {
    const numbers: number[] = [];
    let hasRepeatedKey = false;
    let isKnown = true;
    const end = this.#readList(start + 1, ']', (at) => {
      const value = this.#readValue(at, { isKnown, isScore: false });
      if (value === undefined) return undefined;
      isKnown &&= value.number !== unknown;
      hasRepeatedKey ||= value.hasRepeatedKey;
      if (isKnown) numbers.push(value.number);
      return value.end;
    });
    if (end === undefined) return undefined;
    return { end, number: isKnown ? this.#table.get(`[${numbers.join()}`) : unknown, hasRepeatedKey };
  }

  /**
   * Reads items separated by commas. Returns the offset after the closing bracket, or undefined if the list is
   * malformed.
   */
  #readList(from: number, close: string, readItem: (at: number) => number | undefined): number | undefined {
    let at = skipBlanks(this.#text, from);
    if (this.#text[at] === close) return at + 1;
    for (;;) {
      const end = readItem(at);
      if (end === undefined) return undefined;
      at = skipBlanks(this.#text, end);
      if (this.#text[at] === close) return at + 1;
      if (this.#text[at] !== ',') return undefined;
      at = skipBlanks(this.#text, at + 1);
    }
  }

  #readValue(at: number, { isKnown, isScore }: ValueReading): ScannedValue | undefined {
    const sign = this.#text[at];
    if (sign === '{' || sign === '[') return this.#values.get(at);
    const end = sign === '"' ? (this.#quoteEnds[at + 1] ?? 0) : findPlainEnd(this.#text, at);
    if (end <= 0) return undefined;
    const number = isKnown ? this.#table.get(this.#toScalarKey(at, end, isScore)) : unknown;
    return { end, number, hasRepeatedKey: false };
  }

  #toScalarKey(at: number, end: number, isScore: boolean): string {
    if (this.#text[at] !== '"') return toPlainKey(this.#text.slice(at, end));
    const text = decodeString(this.#text, at, end);
    const number = isScore ? findNumber(text) : undefined;
    return number === undefined ? `"${text}` : toNumberKey(number);
  }
}

interface Member {
  readonly key: number;
  readonly value: number;
}

interface ValueReading {
  /** false: the enclosing value has no number, so this one needs none. */
  readonly isKnown: boolean;
  readonly isScore: boolean;
}

const oneNumber = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Parses a text that is only a number. */
export function findNumber(text: string): number | undefined {
  const trimmed = text.trim();
  const number = trimmed.length < 100 && oneNumber.test(trimmed) ? Number(trimmed) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

const brace = 0x7b;
const bracket = 0x5b;

function toQuoteEnds(text: string): Int32Array {
  const ends = new Int32Array(text.length + 1);
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const code = text.charCodeAt(at);
    if (code === quote) ends[at] = at + 1;
    else if (code === backslash) ends[at] = ends[findEscapeEnd(text, at)] ?? 0;
    else if (code >= blank) ends[at] = ends[at + 1] ?? 0;
  }
  return ends;
}

function decodeString(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? String(JSON.parse(text.slice(start, end))) : inner;
}

function toObjectKey(members: readonly Member[]): string {
  return `{${members
    .map(({ key, value }) => `${key}:${value}`)
    .sort()
    .join()}`;
}

function toLastWins(members: readonly Member[]): readonly Member[] {
  return [...new Map(members.map((member) => [member.key, member])).values()];
}

function toPlainKey(token: string): string {
  return token === 'true' || token === 'false' || token === 'null' ? token : toNumberKey(Number(token));
}

/** Adding 0 turns -0 into 0. */
function toNumberKey(number: number): string {
  return `#${number + 0}`;
}
