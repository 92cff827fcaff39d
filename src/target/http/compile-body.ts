import { isPlainObject } from '../../base/plain-object.ts';
import { compilePieces, isText, type TemplateCall, toInnerText } from '../template-values.ts';

type Fill = (call: TemplateCall) => unknown;

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
export function compileBody(template: unknown): (call: TemplateCall) => string {
  const fill = compileValue(template ?? defaultBody);
  return (call) => JSON.stringify(fill(call));
}

function compileValue(value: unknown): Fill {
  if (typeof value === 'string') return compileText(value);
  if (Array.isArray(value)) {
    const entries = value.map(compileValue);
    return (call) => entries.map((entry) => entry(call));
  }
  if (!isPlainObject(value)) return () => value;
  const fields = Object.entries(value).map(([key, inner]) => [key, compileValue(inner)] as const);
  return (call) => Object.fromEntries(fields.map(([key, field]) => [key, field(call)]));
}

function compileText(text: string): Fill {
  const pieces = compilePieces(text);
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1 && !isText(first)) return first;
  return (call) => pieces.map((piece) => (isText(piece) ? piece : toInnerText(piece(call)))).join('');
}
