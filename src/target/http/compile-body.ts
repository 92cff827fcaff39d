import { isPlainObject } from '../../base/plain-object.ts';
import type { TargetRequest } from '../port.ts';
import { parsePieces, toInnerText } from './request-values.ts';

type Fill = (request: TargetRequest) => unknown;

/** What is sent when a target gives no body of its own. */
const defaultBody = {
  question: '{{question}}',
  guidelines: '{{guidelines}}',
  messages: '{{messages}}',
  files: '{{files}}',
};

/**
 * The JSON body of a request. A text that is exactly one placeholder becomes the value itself, so that
 * `"{{messages}}"` is the array; inside other text a value is its text or JSON.
 */
export function compileBody(template: unknown, id: string): (request: TargetRequest) => string {
  const fill = compileValue(template ?? defaultBody, id);
  return (request) => JSON.stringify(fill(request));
}

function compileValue(value: unknown, id: string): Fill {
  if (typeof value === 'string') return compileText(value, id);
  if (Array.isArray(value)) {
    const entries = value.map((entry) => compileValue(entry, id));
    return (request) => entries.map((entry) => entry(request));
  }
  if (!isPlainObject(value)) return () => value;
  const fields = Object.entries(value).map(([key, inner]) => [key, compileValue(inner, id)] as const);
  return (request) => Object.fromEntries(fields.map(([key, field]) => [key, field(request)]));
}

function compileText(text: string, id: string): Fill {
  const pieces = parsePieces(text, id);
  const [first] = pieces;
  if (pieces.length === 1 && typeof first === 'function') return first;
  if (pieces.every((piece) => typeof piece === 'string')) return () => text;
  return (request) => pieces.map((piece) => (typeof piece === 'string' ? piece : toInnerText(piece(request)))).join('');
}
