import { backslash, blank, findEscapeEnd, findPlainEnd, quote, skipBlanks } from './json-tokens.ts';

/** A JSON object or array of a text, once its closing bracket is found. */
interface ScannedValue {
  /** Behind its last character. */
  readonly end: number;
  /** Its number in the table; `unknown` when the table does not have it. */
  readonly number: number;
  /** A key appears twice in it, or in something inside it. */
  readonly hasRepeatedKey: boolean;
}

const unknown = -1;

/**
 * Numbers JSON values: two values get the same number exactly when they are equal once parsed. White space, the order of
 * keys, escapes and the way a number is written make no difference, and a `score` counts as the number it reads as.
 */
export class ValueTable {
  readonly #numbers = new Map<string, number>();
  readonly #isGrowing: boolean;

  /** `known`: look values up in that table, and add none. */
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
 * Every JSON object and array of a text, by where it begins, even inside a string or behind something broken: a
 * quotation may begin anywhere. `found` gets the number of every object that the table knows.
 *
 * Read from the end, so that what a value contains is known when its bracket is met. A character is either inside a
 * string or outside, so at most two values read it for themselves: the time grows with the length of the text, whatever
 * the nesting.
 */
export class ValueScan {
  readonly #text: string;
  readonly #table: ValueTable;
  readonly #found: ((number: number) => void) | undefined;
  /** By place: behind the closing quote, for a reader who is inside a string there. 0: there is none. */
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

  /** The object or array that begins here; undefined when none does that is whole. */
  valueAt(start: number): ScannedValue | undefined {
    return this.#values.get(start);
  }

  #readObject(start: number): ScannedValue | undefined {
    const members: Member[] = [];
    let hasRepeatedKey = false;
    // Without a key of its own nothing in the table can equal it.
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
    // To a parser, the last of two equal keys counts, or the first.
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

  /** Reads items with commas between; behind the closing bracket, or undefined when the list breaks before. */
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
  /** false: what it is in has no number, so it needs none either. */
  readonly isKnown: boolean;
  readonly isScore: boolean;
}

const oneNumber = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A text that is a number and nothing else. */
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

/** -0 is 0. */
function toNumberKey(number: number): string {
  return `#${number + 0}`;
}
