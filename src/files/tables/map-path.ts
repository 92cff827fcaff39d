import parseJsonPath from 'jsonpath-rfc9535/parser';
import { Fault } from '../../base/fault.ts';

/**
 * Throws a Fault if a JSONPath of a mapping is not valid, or if it can take more than about one visit per value: the
 * server evaluates paths that its callers send.
 */
export function assertMapPath(path: string): void {
  const excess = findExcess(parse(path));
  if (excess === undefined) return;
  const hint = 'Name each step: $.data[*].chat.';
  throw badPath(`The path "${path.slice(0, 80)}" in the mapping has ${excess}.`, hint);
}

function parse(path: string): unknown {
  try {
    return parseJsonPath(path);
  } catch (cause) {
    const reason = cause instanceof Error ? ` ${cause.message}` : '';
    const message = `"${path.slice(0, 80)}" in the mapping is not a valid JSONPath.${reason}`;
    throw badPath(message, 'Write a path such as $.chat.', { cause });
  }
}

function badPath(message: string, hint: string, options?: ErrorOptions): Fault {
  return new Fault({ code: 'IMPORT_BAD_MAP', message, hint }, options);
}

/** Each multiplies the values to visit, so a short path can take forever. */
function findExcess(query: unknown): string | undefined {
  const count = { descents: 0, unions: 0, roots: 0, expressions: 0 };
  walk(query, (node) => {
    if (node.type === 'DescendantSegment') count.descents += 1;
    if (node.type === 'JsonPathQuery') count.roots += 1;
    if (node.type === 'BracketedSelection' && Array.isArray(node.selectors) && node.selectors.length > 1)
      count.unions += 1;
    if (node.type === 'FunctionExpr' && (node.name === 'match' || node.name === 'search')) count.expressions += 1;
  });
  if (count.descents > 1) return '".." twice';
  if (count.unions > 1) return 'several choices such as ["a","b"]';
  if (count.roots > 1) return '"$" inside a filter';
  return count.expressions > 0 ? 'a regular expression' : undefined;
}

function walk(node: unknown, visit: (node: Readonly<Record<string, unknown>>) => void): void {
  if (typeof node !== 'object' || node === null) return;
  // A syntax tree is plain objects and lists of them.
  visit(node as Readonly<Record<string, unknown>>);
  for (const inner of Object.values(node)) walk(inner, visit);
}
