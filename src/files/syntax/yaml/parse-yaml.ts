import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { definedOnly } from '../../../base/defined-only.ts';
import { type Place, toError } from '../../../base/fault.ts';
import type { FaultCode } from '../../../base/fault-codes.ts';
import type { PathSegment } from '../../../base/schema-check.ts';
import {
  depthLimit,
  forbiddenKey,
  type OffsetProblem,
  type Parsed,
  type ParseRequest,
  tooDeepMessage,
} from '../placed-data.ts';
import { lineAt, shorten } from '../text-line.ts';
import { explainYaml } from './yaml-explain.ts';
import { toYamlLine } from './yaml-mistake.ts';
import { needsQuotes, toSignMessage } from './yaml-values.ts';

/** Parses YAML 1.2 to plain data with places. Duplicate keys, tabs and excessive aliases are problems. */
export function parseYaml(request: ParseRequest): Parsed {
  const { file, reading, text } = request;
  const lineCounter = new LineCounter();
  const document = parseOrUndefined(text, lineCounter);
  const toPlace = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (document === undefined) {
    const message = tooDeepMessage;
    return { problems: [toError({ code: 'FILE_TOO_DEEP', message, reading, ...toPlace(0) })] };
  }
  const toProblem = ({ offset, ...rest }: OffsetProblem) => toError({ ...rest, reading, ...toPlace(offset) });
  // Only the first error is useful. After it, the parser usually reports the same mistake again.
  const [error] = document.errors;
  if (error !== undefined) return { problems: [toProblem(explainYaml(text, error))] };
  const values = new YamlValues();
  const value = values.toValue(document.contents);
  const lost = values.listLostText().map((offset) => explainLostText(text, offset));
  const problems = [...values.problems, ...lost].map(toProblem);
  if (problems.length > 0) return { problems };
  const placeOf = (path: readonly PathSegment[], at: 'key' | 'value' = 'value') =>
    toPlace(findOffset(document, path, at));
  return { data: { file, reading, value, placeOf }, problems };
}

/** Very deep nesting exceeds the stack of the library's parser. No person writes such a file. */
function parseOrUndefined(text: string, lineCounter: LineCounter): Document.Parsed | undefined {
  try {
    return parseDocument(text, { lineCounter, uniqueKeys: false, prettyErrors: false, stringKeys: false });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Explains text that YAML would drop, such as the first word of `!important stuff`. */
function explainLostText(text: string, offset: number): OffsetProblem {
  const line = toYamlLine(lineAt(text, offset));
  if (line.value.startsWith('!')) return needsQuotes(line, toSignMessage('!'));
  const message = 'A word before the value starts with "!", which is special in YAML.';
  return { code: 'YAML_NEEDS_QUOTES', message, hint: 'Put the value in quotes.', offset };
}

/** Offset of the node at a path, or of its last ancestor in the text. */
function findOffset(document: Document.Parsed, path: readonly PathSegment[], at: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let offset = startOf(node);
  for (const [index, segment] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document);
    const child = findChild(node, segment);
    if (child === undefined) return offset;
    const isLast = index === path.length - 1;
    offset = isLast && at === 'key' && child.key !== undefined ? startOf(child.key) : startOf(child.node);
    if (child.node === null) offset = startOf(child.key);
    node = child.node;
  }
  return offset;
}

function findChild(
  node: unknown,
  segment: PathSegment,
): { readonly node: unknown; readonly key?: unknown } | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(segment)];
    return item === undefined ? undefined : { node: item };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(segment));
  return pair === undefined ? undefined : { node: pair.value, key: pair.key };
}

/**
 * Maximum size of expanded aliases. Expanded values share memory, but walking and printing them takes time and space.
 */
const aliasBound = { values: 1_000_000, characters: 64_000_000 } as const;

/** Whether plain text has an unknown tag, which was probably not meant as a tag. */
function isSwallowed({ tag, type, value }: Scalar): boolean {
  if (tag === undefined || tag.startsWith('tag:yaml.org,2002:')) return false;
  return type === 'PLAIN' && value !== null && value !== '';
}

interface Anchored {
  readonly value: unknown;
  /** Size of the value with aliases expanded. */
  readonly values: number;
  readonly characters: number;
}

/**
 * Converts parsed YAML nodes to plain data in a single pass, in linear time. The library's own conversion compares all
 * keys of a mapping with each other, and searches the whole document for each alias. Hostile files could make it run
 * for hours.
 */
class YamlValues {
  readonly problems: OffsetProblem[] = [];
  #anchors = new Map<string, Anchored | 'open'>();
  #values = 0;
  #characters = 0;
  #aliased = { values: 0, characters: 0 };
  #overflowed = false;
  #tagged: Scalar[] = [];

  toValue(node: unknown, depth = 0, isItem = false): unknown {
    this.#values += 1;
    if (isScalar(node)) {
      if (typeof node.value === 'string') this.#characters += node.value.length;
      if (isSwallowed(node)) this.#tagged.push(node);
      return this.#anchor(node, () => node.value);
    }
    if (isAlias(node)) return this.#expand(node);
    if (depth > depthLimit) {
      this.#report('FILE_TOO_DEEP', node, tooDeepMessage);
      return null;
    }
    if (isMap(node)) return this.#anchor(node, () => this.#toObject(node, depth, isItem));
    if (isSeq(node)) return this.#anchor(node, () => this.#toList(node, depth));
    if (node !== null && node !== undefined) {
      this.#report(
        'YAML_SYNTAX',
        node,
        'Turnwise does not support this kind of YAML value here.',
        'Write it as a mapping or a list.',
      );
    }
    return null;
  }

  /** Offsets where text is lost because `!important stuff` is read as an unknown tag. */
  listLostText(): readonly number[] {
    return this.#tagged.map(startOf);
  }

  #toList(node: YAMLSeq, depth: number): unknown[] {
    return node.items.map((item) => this.toValue(item, depth + 1, true));
  }

  #toObject(node: YAMLMap, depth: number, isItem: boolean): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    const merged: unknown[] = [];
    for (const pair of node.items) {
      const key = this.#toKey(pair);
      const value = this.toValue(pair.value, depth + 1);
      if (key === undefined) continue;
      if (key === '<<' && isScalar(pair.key) && pair.key.type === 'PLAIN') merged.push(value);
      else if (Object.hasOwn(object, key)) this.#reportDuplicate(pair.key, key, isItem);
      else object[key] = value;
    }
    return merged.length === 0 ? object : withMerged(object, merged.flat());
  }

  #toKey(pair: Pair): string | undefined {
    const { key } = pair;
    const value = isScalar(key) || isAlias(key) ? this.toValue(key) : undefined;
    if (value === undefined || typeof value === 'object') {
      const hint = 'Put the key in quotes. A value that starts with { needs quotes too.';
      if (value !== null || !isScalar(key)) this.#report('YAML_BAD_KEY', key, 'A key must be plain text.', hint);
      return value === null && isScalar(key) ? 'null' : undefined;
    }
    const text = String(value);
    if (text !== forbiddenKey) return text;
    this.#report('YAML_BAD_KEY', key, `The key "${text}" is not allowed.`, 'Remove it.');
    return undefined;
  }

  #anchor<T>(node: YAMLMap | YAMLSeq | Scalar, build: () => T): T {
    const name = node.anchor;
    if (name === undefined) return build();
    this.#anchors.set(name, 'open');
    const before = { values: this.#values, characters: this.#characters };
    const value = build();
    // Its text was counted before this call.
    const own = typeof value === 'string' ? value.length : 0;
    const characters = this.#characters - before.characters + own;
    this.#anchors.set(name, { value, values: this.#values - before.values + 1, characters });
    return value;
  }

  #expand(node: Alias): unknown {
    const anchored = this.#anchors.get(node.source);
    if (anchored === undefined || anchored === 'open') {
      const what = anchored === undefined ? 'has no anchor before it' : 'is inside its own anchor';
      const alias = `*${shorten(node.source, 60)}`;
      const hint = `If it is text, put it in quotes: ${JSON.stringify(alias)}`;
      this.#report('YAML_BAD_ALIAS', node, `The alias "${alias}" ${what}.`, hint);
      return null;
    }
    this.#count(anchored);
    const { values, characters } = this.#aliased;
    if (values <= aliasBound.values && characters <= aliasBound.characters) return anchored.value;
    if (!this.#overflowed) {
      const message = 'The aliases expand to more than a million values, or 64 million characters.';
      this.#report('YAML_TOO_MANY_ALIASES', node, message, 'Write the data without aliases, or use a .jsonl file.');
    }
    this.#overflowed = true;
    return null;
  }

  #count({ values, characters }: Anchored): void {
    this.#values += values;
    this.#characters += characters;
    this.#aliased = { values: this.#aliased.values + values, characters: this.#aliased.characters + characters };
  }

  #reportDuplicate(key: unknown, name: string, isItem: boolean): void {
    const message = `The key "${shorten(name)}" appears twice in one mapping.`;
    this.#report('YAML_DUPLICATE_KEY', key, message, toDuplicateHint(name, isItem));
  }

  #report(code: FaultCode, node: unknown, message: string, hint?: string): void {
    this.problems.push({ code, message, offset: startOf(node), ...definedOnly({ hint }) });
  }
}

/** A duplicate key is often a list item without its dash, or without the space after it. */
function toDuplicateHint(name: string, isItem: boolean): string {
  const shown = shorten(name, 60);
  if (/^-\w/.test(name)) return `Put a space after the dash: - ${shown.slice(1)}`;
  return isItem ? `Remove one of them, or start a new list item with a dash: - ${shown}` : 'Remove one of them.';
}

/** Implements `<<` of YAML: the mapping's own keys win over merged ones, and earlier mappings over later ones. */
function withMerged(own: Record<string, unknown>, merged: readonly unknown[]): Record<string, unknown> {
  const sources = merged.filter((value) => typeof value === 'object' && value !== null).reverse();
  return Object.assign({}, ...sources, own);
}

function startOf(node: unknown): number {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : 0;
}
