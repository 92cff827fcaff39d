import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import { type Place, type Problem, toError } from '../../../base/fault.ts';
import { isPlainObject } from '../../../base/plain-object.ts';
import type { PathSegment } from '../../../base/schema-check.ts';
import { toPosition } from '../../text/position.ts';
import { depthLimit, forbiddenKey, type Parsed, type ParseRequest, tooDeepMessage } from '../placed-data.ts';
import { explainToml } from './toml-explain.ts';

interface TomlRequest extends ParseRequest {
  /** Line of the file the text starts on, for front matter. */
  readonly firstLine?: number;
}

/** Parses TOML 1.1 to plain data with places. Dates become text, so that the data is valid JSON. */
export function parseToml(request: TomlRequest): Parsed {
  const { file, reading } = request;
  const toPlace = ({ line, column }: AST.Position): Place => ({
    file,
    line: line + (request.firstLine ?? 1) - 1,
    column: column + 1,
  });
  const program = parseOrProblem(request, toPlace);
  if ('severity' in program) return { problems: [program] };
  const builder = new Builder();
  builder.addBody([], program.body[0].body);
  const problems = builder.badKeys.map(({ key, at }) =>
    toError({
      code: 'TOML_BAD_KEY',
      message: `The key "${key}" is not allowed.`,
      hint: 'Rename it.',
      reading,
      ...toPlace(at),
    }),
  );
  if (builder.isTooDeep) problems.push(tooDeep(reading, toPlace({ line: 1, column: 0 })));
  if (problems.length > 0) return { problems };
  const placeOf = (path: readonly PathSegment[], at: 'key' | 'value' = 'value') => toPlace(builder.find(path, at));
  return { data: { file, reading, value: builder.root, placeOf }, problems: [] };
}

function parseOrProblem(request: TomlRequest, toPlace: (at: AST.Position) => Place): AST.TOMLProgram | Problem {
  try {
    return parseTOML(request.text, { tomlVersion: '1.1' });
  } catch (error) {
    const { reading } = request;
    if (error instanceof RangeError) return tooDeep(reading, toPlace({ line: 1, column: 0 }));
    if (!(error instanceof ParseError)) throw error;
    const { offset, ...explained } = explainToml(request.text, error);
    const { line, column } = toPosition(request.text, offset);
    return toError({ ...explained, reading, ...toPlace({ line, column: column - 1 }) });
  }
}

function tooDeep(reading: string, place: Place): Problem {
  const message = tooDeepMessage;
  return toError({ code: 'FILE_TOO_DEEP', message, reading, ...place });
}

interface Spot {
  readonly key: AST.Position;
  readonly value: AST.Position;
}

/** Builds the data and remembers the place of each part. */
class Builder {
  readonly root: Record<string, unknown> = {};
  readonly badKeys: { readonly key: string; readonly at: AST.Position }[] = [];
  isTooDeep = false;
  #spots = new Map<string, Spot>();

  addBody(base: readonly PathSegment[], body: readonly (AST.TOMLKeyValue | AST.TOMLTable)[]): void {
    for (const node of body) {
      if (node.type === 'TOMLTable') this.#addTable(node);
      else this.#addPair(base, node);
    }
  }

  find(path: readonly PathSegment[], at: 'key' | 'value'): AST.Position {
    for (let length = path.length; length > 0; length--) {
      const spot = this.#spots.get(nameOf(path.slice(0, length)));
      if (spot !== undefined) return length === path.length && at === 'key' ? spot.key : spot.value;
    }
    return { line: 1, column: 0 };
  }

  #addTable(node: AST.TOMLTable): void {
    const path = node.resolvedKey;
    if (!this.#areKeysAllowed(node.key) || this.#isBeyond(path)) return;
    this.#markWay(path, { key: node.key.loc.start, value: node.loc.start });
    this.#set(path, {});
    this.addBody(path, node.body);
  }

  #addPair(base: readonly PathSegment[], node: AST.TOMLKeyValue): void {
    if (!this.#areKeysAllowed(node.key)) return;
    const keys = node.key.keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));
    const path = [...base, ...keys];
    if (this.#isBeyond(path)) return;
    if (keys.length > 1) this.#markWay(path.slice(0, -1), { key: node.key.loc.start, value: node.key.loc.start });
    this.#addValue(path, node.key.loc.start, node.value);
  }

  #addValue(path: readonly PathSegment[], key: AST.Position, node: AST.TOMLContentNode): void {
    if (this.#isBeyond(path)) return;
    this.#mark(path, { key, value: node.loc.start });
    if (node.type === 'TOMLArray') {
      this.#set(path, []);
      node.elements.forEach((element, index) => {
        this.#addValue([...path, index], element.loc.start, element);
      });
    } else if (node.type === 'TOMLInlineTable') {
      this.#set(path, {});
      this.addBody(path, node.body);
    } else {
      this.#set(path, 'datetime' in node ? node.datetime : node.value);
    }
  }

  /**
   * Checks the depth before anything is stored, because a dotted key of a few kilobytes would otherwise need gigabytes.
   */
  #isBeyond(path: readonly PathSegment[]): boolean {
    if (path.length > depthLimit) this.isTooDeep = true;
    return path.length > depthLimit;
  }

  #areKeysAllowed(key: AST.TOMLKey): boolean {
    const bad = key.keys.find((part) => (part.type === 'TOMLBare' ? part.name : part.value) === forbiddenKey);
    if (bad !== undefined) this.badKeys.push({ key: forbiddenKey, at: bad.loc.start });
    return bad === undefined;
  }

  /** A header or dotted key also creates the tables on its path. Their place is where they are first named. */
  #markWay(path: readonly PathSegment[], spot: Spot): void {
    for (let length = 1; length <= path.length; length++) this.#mark(path.slice(0, length), spot);
  }

  #mark(path: readonly PathSegment[], spot: Spot): void {
    const name = nameOf(path);
    if (!this.#spots.has(name)) this.#spots.set(name, spot);
  }

  /** Sets a value at a path, and creates missing tables and lists. An existing table is kept. */
  #set(path: readonly PathSegment[], value: unknown): void {
    let container: unknown = this.root;
    for (const [index, segment] of path.entries()) {
      const isLast = index === path.length - 1;
      const existing = childOf(container, segment);
      const next = existing ?? (isLast ? value : typeof path[index + 1] === 'number' ? [] : {});
      if (existing === undefined) put(container, segment, next);
      container = next;
    }
  }
}

function childOf(container: unknown, segment: PathSegment): unknown {
  if (Array.isArray(container)) return container[Number(segment)];
  return isPlainObject(container) && Object.hasOwn(container, segment) ? container[segment] : undefined;
}

function put(container: unknown, segment: PathSegment, value: unknown): void {
  if (Array.isArray(container)) container[Number(segment)] = value;
  else if (isPlainObject(container)) container[segment] = value;
}

function nameOf(path: readonly PathSegment[]): string {
  return JSON.stringify(path);
}
