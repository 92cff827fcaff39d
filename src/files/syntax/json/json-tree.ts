import { depthLimit, tooDeepMessage } from '../placed-data.ts';

/** A JSON value with the offsets it was read from. */
export interface JsonNode {
  readonly offset: number;
  readonly members?: readonly JsonMember[];
  readonly items?: readonly JsonNode[];
}

export interface JsonMember {
  readonly key: string;
  readonly keyOffset: number;
  readonly node: JsonNode;
}

export class JsonSyntaxError extends Error {
  readonly offset: number;
  readonly tooDeep: boolean;

  constructor(message: string, offset: number, tooDeep = false) {
    super(message);
    this.offset = offset;
    this.tooDeep = tooDeep;
  }
}

/**
 * Reads JSON for its places, not its values: `JSON.parse` has the values, and forgets where they were.
 * Throws a JsonSyntaxError at the first character that cannot be right.
 */
export function parseJsonTree(text: string): JsonNode {
  const reader = new Reader(text);
  const node = reader.readValue(0);
  reader.skipSpace();
  if (reader.at < text.length) throw reader.unexpected('the end of the file');
  return node;
}

const literals = ['true', 'false', 'null'];
const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class Reader {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  readValue(depth: number): JsonNode {
    this.skipSpace();
    const offset = this.at;
    if (depth > depthLimit) {
      throw new JsonSyntaxError(tooDeepMessage, offset, true);
    }
    const sign = this.#text[offset];
    if (sign === '{') return { offset, members: this.#readMembers(depth) };
    if (sign === '[') return { offset, items: this.#readItems(depth) };
    if (sign === '"') this.#readString();
    else if (!this.#take(numberForm) && !this.#takeLiteral()) throw this.unexpected('a value');
    return { offset };
  }

  #readMembers(depth: number): readonly JsonMember[] {
    const members: JsonMember[] = [];
    this.#readList('}', () => {
      this.skipSpace();
      const keyOffset = this.at;
      if (this.#text[this.at] !== '"') throw this.unexpected('a key in double quotes');
      const key = this.#readString();
      this.skipSpace();
      this.#expect(':');
      members.push({ key, keyOffset, node: this.readValue(depth + 1) });
    });
    return members;
  }

  #readItems(depth: number): readonly JsonNode[] {
    const items: JsonNode[] = [];
    this.#readList(']', () => items.push(this.readValue(depth + 1)));
    return items;
  }

  /** Reads entries with commas between them, from behind the opening sign to behind the closing one. */
  #readList(close: string, readEntry: () => void): void {
    this.at += 1;
    this.skipSpace();
    if (this.#text[this.at] !== close) {
      readEntry();
      for (this.skipSpace(); this.#text[this.at] !== close; this.skipSpace()) {
        this.#expect(',', `"," or "${close}"`);
        readEntry();
      }
    }
    this.at += 1;
  }

  #readString(): string {
    const start = this.at;
    const end = findStringEnd(this.#text, start);
    try {
      const value = String(JSON.parse(this.#text.slice(start, end)));
      this.at = end;
      return value;
    } catch {
      throw new JsonSyntaxError('The quoted text is not closed, or contains a bad escape or a line break.', start);
    }
  }

  #take(form: RegExp): boolean {
    form.lastIndex = this.at;
    const match = form.exec(this.#text);
    if (match === null || match[0] === '') return false;
    this.at = form.lastIndex;
    return true;
  }

  #takeLiteral(): boolean {
    const found = literals.find((literal) => this.#text.startsWith(literal, this.at));
    this.at += found?.length ?? 0;
    return found !== undefined;
  }

  #expect(sign: string, words = `"${sign}"`): void {
    if (this.#text[this.at] !== sign) throw this.unexpected(words);
    this.at += 1;
  }

  skipSpace(): void {
    for (let code = this.#text.charCodeAt(this.at); isSpace(code); code = this.#text.charCodeAt(this.at)) this.at += 1;
  }

  unexpected(wanted: string): JsonSyntaxError {
    const sign = this.#text[this.at];
    const got = sign === undefined ? 'the file ends' : `got ${JSON.stringify(sign)}`;
    return new JsonSyntaxError(`Expected ${wanted}, but ${got}.`, this.at);
  }
}

/** Offset behind the closing quote of the string that starts at `start`, or the end of the text. */
export function findStringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x22) return at + 1;
  }
  return text.length;
}

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
