import { definedOnly } from '../base/defined-only.ts';
import { Fault, type Problem, type ProblemInput, toError } from '../base/fault.ts';
import { renderJsonPath } from '../base/json-value.ts';
import type { PathSegment } from '../base/schema-check.ts';
import { checkFreeData } from '../conversation/item/parse-result.ts';
import { type JsonNode, parseJson, parseJsonTree } from '../files/syntax/parse-json.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a JSON body; undefined when it is empty. Refused, each with its path: a key that appears twice, a key that
 * could reach a prototype, and nesting so deep that walking it is a danger.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  const text = decode(bytes);
  if (text.trim() === '') return undefined;
  const { data, problems } = parseJson({ text, file: '', reading: 'body' });
  if (data === undefined) throw toFault(text, problems);
  // Rare in a text, so the walk through all of the data is too.
  if (text.includes('constructor')) checkKeys(data.value);
  return data.value;
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
    toError({ code: 'JSON_BAD_KEY', message, path: renderJsonPath(path), ...definedOnly({ hint }) }),
  );
  if (first !== undefined) throw new Fault([first, ...rest]);
}

/** Problems of a file have a line; those of a body have a path. */
function toFault(text: string, problems: readonly Problem[]): Fault {
  const [problem] = problems;
  if (problem === undefined) throw new Error('A JSON text that cannot be read has a problem.');
  if (problem.code === 'FILE_TOO_DEEP') {
    return new Fault({ code: problem.code, message: problem.message, path: findDeepPath(text) });
  }
  if (problem.code !== 'JSON_SYNTAX') {
    const found: Problem[] = [];
    addKeyProblems(parseJsonTree(text), [], found);
    const [first, ...rest] = found;
    if (first !== undefined) return new Fault([first, ...rest]);
  }
  const place = `line ${problem.line}, column ${problem.column}`;
  return new Fault({ code: 'API_BAD_REQUEST', message: `The body is not valid JSON at ${place}: ${problem.message}` });
}

const mostProblems = 100;

function addKeyProblems(node: JsonNode, path: readonly PathSegment[], problems: Problem[]): void {
  const seen = new Set<string>();
  for (const { key, node: inner } of node.members ?? []) {
    if (problems.length >= mostProblems) return;
    if (key === '__proto__') {
      const message = `The key "${key}" is not allowed.`;
      problems.push(toKeyError({ code: 'JSON_BAD_KEY', message, hint: 'Remove it.' }, [...path, key]));
    } else if (seen.has(key)) {
      const message = `Duplicate key "${key}" in one object.`;
      problems.push(toKeyError({ code: 'JSON_DUPLICATE_KEY', message, hint: 'Remove one of them.' }, [...path, key]));
    }
    seen.add(key);
    addKeyProblems(inner, [...path, key], problems);
  }
  for (const [index, item] of (node.items ?? []).entries()) {
    if (problems.length >= mostProblems) return;
    addKeyProblems(item, [...path, index], problems);
  }
}

function toKeyError(problem: ProblemInput, path: readonly PathSegment[]): Problem {
  return toError({ ...problem, path: renderJsonPath(path) });
}

/** Above this length a text that is too deep is not read again to say where. */
const explainedLength = 1_000_000;

/** Where it gets too deep, as far as it is worth saying. */
function findDeepPath(text: string): string {
  if (text.length > explainedLength) return '';
  try {
    return renderJsonPath(checkFreeData(JSON.parse(text), [])[0]?.path ?? []);
  } catch {
    // Too deep, and not even JSON.
    return '';
  }
}
