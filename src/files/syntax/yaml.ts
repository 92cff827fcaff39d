import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLError } from 'yaml';
import { type Place, type Problem, toError } from '../../base/fault.ts';
import type { FaultCode } from '../../base/fault-codes.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { depthLimit, type Parsed, type ParseRequest } from './source.ts';
import { quoteLine } from './yaml-quotes.ts';
import { startOf, YamlValues } from './yaml-value.ts';

/** Parses YAML 1.2 to plain data with places. Duplicate keys, tabs and runaway aliases are problems. */
export function parseYaml(request: ParseRequest): Parsed {
  const { file, reading, text } = request;
  const lineCounter = new LineCounter();
  const document = parseOrUndefined(text, lineCounter);
  const toPlace = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (document === undefined) {
    const message = `The data is nested deeper than ${depthLimit} levels.`;
    return { problems: [toError({ code: 'FILE_TOO_DEEP', message, reading, ...toPlace(0) })] };
  }
  if (document.errors.length > 0) {
    return { problems: document.errors.map((error) => toSyntaxProblem(error, toPlace(error.pos[0]), request)) };
  }
  const values = new YamlValues();
  const value = values.toValue(document.contents);
  const problems = values.problems.map(({ offset, ...rest }) => toError({ ...rest, reading, ...toPlace(offset) }));
  if (problems.length > 0) return { problems };
  const placeOf = (path: readonly PathSegment[], at: 'key' | 'value' = 'value') =>
    toPlace(findOffset(document, path, at));
  return { source: { file, reading, value, placeOf }, problems };
}

/** Nesting by the hundred thousand exhausts the stack of the library's parser; nobody writes that by hand. */
function parseOrUndefined(text: string, lineCounter: LineCounter): Document.Parsed | undefined {
  try {
    return parseDocument(text, { lineCounter, uniqueKeys: false, prettyErrors: false, stringKeys: false });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function toSyntaxProblem(error: YAMLError, place: Place, { text, reading }: ParseRequest): Problem {
  const line = text.split('\n', place.line ?? 1)[(place.line ?? 1) - 1] ?? '';
  const quoted = quoteLine(line);
  if (error.code === 'TAB_AS_INDENT' || /^ *\t/.test(line)) {
    const message = 'A tab is used for indentation, which YAML does not allow.';
    return toError({ code: 'YAML_TAB', message, hint: 'Use spaces.', reading, ...place });
  }
  if (quoted !== undefined) {
    const hint = `Put the value in quotes: ${quoted.trim()}`;
    const message = 'The value holds ": ", which starts a mapping in YAML.';
    return toError({ code: 'YAML_NEEDS_QUOTES', message, hint, reading, ...place });
  }
  return toError({ ...describeSyntax(error), reading, ...place });
}

function describeSyntax(error: YAMLError): {
  readonly code: FaultCode;
  readonly message: string;
  readonly hint?: string;
} {
  const code = 'YAML_SYNTAX';
  if (error.code === 'MULTIPLE_DOCS') {
    return { code, message: 'The file holds more than one YAML document.', hint: 'Keep one, without "---" lines.' };
  }
  if (error.code === 'RESOURCE_EXHAUSTION') {
    return { code: 'FILE_TOO_DEEP', message: `The data is nested deeper than ${depthLimit} levels.` };
  }
  if (error.code === 'BAD_ALIAS') return { code: 'YAML_TOO_MANY_ALIASES', message: firstLine(error.message) };
  if (error.code === 'BAD_INDENT') {
    return { code, message: firstLine(error.message), hint: 'Align the line with its neighbours, using spaces.' };
  }
  return { code, message: firstLine(error.message) };
}

function firstLine(text: string): string {
  const line = text.split('\n', 1)[0] ?? text;
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** Offset of the node at a path; where the path leaves the text, of the last node that is in it. */
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
