import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { type Place, toError } from '../../../base/fault.ts';
import type { PathSegment } from '../../../base/schema-check.ts';
import { type OffsetProblem, type Parsed, type ParseRequest, tooDeepMessage } from '../placed-data.ts';
import { lineAt } from '../text-line.ts';
import { explainYaml } from './yaml-explain.ts';
import { toYamlLine } from './yaml-line.ts';
import { needsQuotes, toSignMessage } from './yaml-quotes.ts';
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
    const message = tooDeepMessage;
    return { problems: [toError({ code: 'FILE_TOO_DEEP', message, reading, ...toPlace(0) })] };
  }
  const toProblem = ({ offset, ...rest }: OffsetProblem) => toError({ ...rest, reading, ...toPlace(offset) });
  // Only the first: after it the parser has lost its place, and what else it reports is the same mistake again.
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

/** Nesting by the hundred thousand exhausts the stack of the library's parser; no person writes that by hand. */
function parseOrUndefined(text: string, lineCounter: LineCounter): Document.Parsed | undefined {
  try {
    return parseDocument(text, { lineCounter, uniqueKeys: false, prettyErrors: false, stringKeys: false });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Text that a sign would swallow, such as the first word of `!important stuff`. */
function explainLostText(text: string, offset: number): OffsetProblem {
  const line = toYamlLine(lineAt(text, offset));
  if (line.value.startsWith('!')) return needsQuotes(line, toSignMessage('!'));
  const message = 'A word before the value starts with "!", which is special in YAML.';
  return { code: 'YAML_NEEDS_QUOTES', message, hint: 'Put the value in quotes.', offset };
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
