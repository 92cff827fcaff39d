import { type Place, type Problem, toError } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { openPositions } from '../text/position.ts';
import { depthLimit, forbiddenKey, type Parsed, type ParseRequest, tooDeepMessage } from './placed-data.ts';

interface JsonRequest extends ParseRequest {
  /** Line of the file the text starts on, for JSON lines. */
  readonly firstLine?: number;
}

/**
 * Parses JSON to plain data with places. JSON.parse reads the values. The slower parser with places runs only if a
 * place is needed.
 */
export function parseJson(request: JsonRequest): Parsed {
  const { file, reading, text, firstLine = 1 } = request;
  const toPosition = openPositions(text);
  const toPlace = (offset: number): Place => {
    const { line, column } = toPosition(offset);
    return { file, line: line + firstLine - 1, column };
  };
  const value = parseOrUndefined(text);
  if (value === undefined || hasOddKeys(text, value)) {
    const problems = listTreeProblems(request, toPlace);
    if (problems.length > 0 || value === undefined) return { problems };
  }
  let tree: JsonNode | undefined;
  const placeOf = (path: readonly PathSegment[], at: 'key' | 'value' = 'value') => {
    if (path.length === 0) return toPlace(0);
    tree ??= parseJsonTree(text);
    return toPlace(findOffset(tree, path, at));
  };
  return { data: { file, reading, value, placeOf }, problems: [] };
}

/** Undefined is not a JSON value, so it means "not parsed". */
function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether keys were lost in parsing, are forbidden, or are nested too deeply. Then the slower parser reads the text
 * again.
 */
function hasOddKeys(text: string, value: unknown): boolean {
  const counted = countKeys(value, 0);
  return Number.isNaN(counted) || counted !== countKeysInText(text);
}

/** Runs on every line of a stream, so it creates no arrays. Parsed JSON has only own keys. */
function countKeys(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > depthLimit) return Number.NaN;
  let sum = 0;
  if (Array.isArray(value)) {
    for (const item of value) sum += countKeys(item, depth + 1);
  } else if (isPlainObject(value)) {
    for (const key in value) sum += key === forbiddenKey ? Number.NaN : 1 + countKeys(value[key], depth + 1);
  }
  return sum;
}

function countKeysInText(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at)) {
    at = findStringEnd(text, at);
    while (isSpace(text.charCodeAt(at))) at += 1;
    if (text[at] === ':') count += 1;
  }
  return count;
}

function listTreeProblems({ text, reading }: JsonRequest, toPlace: (offset: number) => Place): readonly Problem[] {
  try {
    const problems: Problem[] = [];
    addKeyProblems(parseJsonTree(text), problems, (keyOffset) => ({ reading, ...toPlace(keyOffset) }));
    return problems;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const code = error.tooDeep ? 'FILE_TOO_DEEP' : 'JSON_SYNTAX';
    return [toError({ code, message: error.message, reading, ...toPlace(error.offset) })];
  }
}

/** Maximum number of reported keys. */
const mostKeyProblems = 100;

function addKeyProblems(node: JsonNode, problems: Problem[], placeOf: (keyOffset: number) => Place): void {
  const seen = new Set<string>();
  for (const { key, keyOffset, node: inner } of node.members ?? []) {
    if (problems.length >= mostKeyProblems) return;
    if (key === forbiddenKey) {
      const message = `The key "${key}" is not allowed.`;
      problems.push(toError({ code: 'JSON_BAD_KEY', message, hint: 'Remove it.', ...placeOf(keyOffset) }));
    } else if (seen.has(key)) {
      const message = `The key "${key}" appears twice in one object.`;
      problems.push(
        toError({ code: 'JSON_DUPLICATE_KEY', message, hint: 'Remove one of them.', ...placeOf(keyOffset) }),
      );
    }
    seen.add(key);
    addKeyProblems(inner, problems, placeOf);
  }
  for (const item of node.items ?? []) {
    if (problems.length >= mostKeyProblems) return;
    addKeyProblems(item, problems, placeOf);
  }
}

function findOffset(tree: JsonNode, path: readonly PathSegment[], at: 'key' | 'value'): number {
  let node = tree;
  let offset = node.offset;
  for (const [index, segment] of path.entries()) {
    const member = node.members?.find(({ key }) => key === String(segment));
    const next = member?.node ?? node.items?.[Number(segment)];
    if (next === undefined) return offset;
    const isKey = at === 'key' && index === path.length - 1;
    offset = isKey && member !== undefined ? member.keyOffset : next.offset;
    node = next;
  }
  return offset;
}

/** A JSON value with its offset. */
export interface JsonNode {
  readonly offset: number;
  readonly members?: readonly JsonMember[];
  readonly items?: readonly JsonNode[];
}

interface JsonMember {
  readonly key: string;
  readonly keyOffset: number;
  readonly node: JsonNode;
}

class JsonSyntaxError extends Error {
  readonly offset: number;
  readonly tooDeep: boolean;

  constructor(message: string, offset: number, tooDeep = false) {
    super(message);
    this.offset = offset;
    this.tooDeep = tooDeep;
  }
}

/**
 * Parses JSON for the places of keys and values, which `JSON.parse` does not provide. Throws a JsonSyntaxError at the
 * first unexpected character.
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

  /** Reads entries separated by commas, from the opening to after the closing character. */
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

/** Offset after the closing quote of the string at `start`, or the end of the text. */
function findStringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x22) return at + 1;
  }
  return text.length;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
