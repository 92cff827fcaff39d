import { Fault, type Problem, toError } from '../base/fault.ts';
import { renderJsonPath } from '../base/json-path.ts';
import type { PathSegment } from '../base/schema-check.ts';
import { checkFreeData } from '../conversation/parse-result.ts';
import { type JsonNode, parseJsonTree } from '../files/syntax/json/json-tree.ts';
import { parseJson } from '../files/syntax/json/parse-json.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a JSON body; undefined when it is empty. Refused, each with its path: a key that stands twice, a key that
 * could reach a prototype, and nesting so deep that walking it is a danger.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  const text = decode(bytes);
  if (text.trim() === '') return undefined;
  const { source, problems } = parseJson({ text, file: '', reading: 'body' });
  if (source === undefined) throw toFault(text, problems);
  // Rare in a text, so the walk through all of the data is too.
  if (text.includes('constructor')) checkKeys(source.value);
  return source.value;
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    const message = 'The body is not valid UTF-8 text.';
    throw new Fault({ code: 'API_BAD_REQUEST', message, hint: 'Send JSON as UTF-8.' }, { cause });
  }
}

function checkKeys(value: unknown): void {
  const [first, ...rest] = checkFreeData(value, []).map(({ path, message, hint }) =>
    toError({ code: 'JSON_BAD_KEY', message, path: renderJsonPath(path), ...(hint === undefined ? {} : { hint }) }),
  );
  if (first !== undefined) throw new Fault([first, ...rest]);
}

/** Problems of a file have a line; those of a body are told by their path. */
function toFault(text: string, problems: readonly Problem[]): Fault {
  const [problem] = problems;
  if (problem === undefined) throw new Error('A JSON text that cannot be read has a problem.');
  if (problem.code === 'FILE_TOO_DEEP') {
    return new Fault({ code: problem.code, message: problem.message, path: findDeepPath(text) });
  }
  if (problem.code !== 'JSON_SYNTAX') {
    const [first, ...rest] = listKeyProblems(parseJsonTree(text), []);
    if (first !== undefined) return new Fault([first, ...rest]);
  }
  const place = `line ${problem.line}, column ${problem.column}`;
  return new Fault({ code: 'API_BAD_REQUEST', message: `The body is not valid JSON at ${place}: ${problem.message}` });
}

const mostProblems = 100;

function listKeyProblems(node: JsonNode, path: readonly PathSegment[]): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const { key, node: inner } of node.members ?? []) {
    const place = { path: renderJsonPath([...path, key]) };
    if (key === '__proto__') {
      const message = `The key "${key}" is not allowed.`;
      problems.push(toError({ code: 'JSON_BAD_KEY', message, hint: 'Remove it.', ...place }));
    } else if (seen.has(key)) {
      const message = `The key "${key}" stands twice in one object.`;
      problems.push(toError({ code: 'JSON_DUPLICATE_KEY', message, hint: 'Remove one of them.', ...place }));
    }
    seen.add(key);
    problems.push(...listKeyProblems(inner, [...path, key]));
  }
  for (const [index, item] of (node.items ?? []).entries()) problems.push(...listKeyProblems(item, [...path, index]));
  return problems.slice(0, mostProblems);
}

/** Where it gets too deep, as far as it is worth saying. */
function findDeepPath(text: string): string {
  try {
    return renderJsonPath(checkFreeData(JSON.parse(text), [])[0]?.path ?? []);
  } catch {
    // Too deep, and not even JSON.
    return '';
  }
}
