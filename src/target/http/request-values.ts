import { Fault } from '../../base/fault.ts';
import { findNearest } from '../../base/nearest.ts';
import type { TargetRequest } from '../port.ts';
import { toLastUserText } from '../request-text.ts';

/** What a placeholder stands for. */
const values = {
  question: (request: TargetRequest): unknown => request.question,
  guidelines: (request) => request.guidelines,
  messages: (request) => request.messages,
  files: (request) => request.files,
  case_id: (request) => request.caseId,
  repeat: (request) => request.repeat,
  last_user: toLastUserText,
} satisfies Record<string, (request: TargetRequest) => unknown>;

type Name = keyof typeof values;
/** A piece of a template: text as it stands, or what a placeholder stands for. */
export type Piece = string | ((request: TargetRequest) => unknown);

/**
 * A text in the pieces around its placeholders, such as `{{question}}`. Other words in double braces stay, unless they
 * look like one of ours mistyped: that is a Fault, since it would be sent as it stands.
 */
export function parsePieces(text: string, id: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(/\{\{\s*([\w-]+)\s*\}\}/g)) {
    const [all, name = ''] = match;
    if (!isName(name)) {
      assertNotMistyped(name, id);
      continue;
    }
    if (match.index > end) pieces.push(text.slice(end, match.index));
    pieces.push(values[name]);
    end = match.index + all.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

/** A value inside other text: texts as they are, anything else as JSON. */
export function toInnerText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isName(name: string): name is Name {
  return Object.hasOwn(values, name);
}

function assertNotMistyped(name: string, id: string): void {
  const nearest = findNearest(name, Object.keys(values));
  if (nearest === undefined) return;
  throw new Fault({
    code: 'TARGETS_BAD_VALUE',
    message: `There is no placeholder {{${name}}} for target "${id}".`,
    hint: `Did you mean {{${nearest}}}?`,
  });
}
