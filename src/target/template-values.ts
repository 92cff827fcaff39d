import { randomUUID } from 'node:crypto';
import { type Placeholder, parseTemplate } from '../conversation/target-request.ts';
import type { TargetRequest } from './port.ts';
import { toLastUserText } from './request-text.ts';

/** One call, as templates are filled for it. */
export interface TemplateCall {
  readonly request: TargetRequest;
  readonly conversationId: string;
}

/** A call outside of a conversation, such as a judge's, is a conversation of its own, each time it is made. */
export function toTemplateCall(request: TargetRequest): TemplateCall {
  return { request, conversationId: request.conversationId ?? randomUUID() };
}

/** The value of a placeholder. */
const values: Readonly<Record<Placeholder, (call: TemplateCall) => unknown>> = {
  question: ({ request }) => request.question,
  guidelines: ({ request }) => request.guidelines,
  messages: ({ request }) => request.messages,
  files: ({ request }) => request.files,
  last_user: ({ request }) => toLastUserText(request),
  conversation_id: ({ conversationId }) => conversationId,
  turn: ({ request }) => request.replyIndex + 1,
  run_id: ({ request }) => request.runId ?? '',
  case_id: ({ request }) => request.caseId,
  repeat: ({ request }) => request.repeat,
};

/** A piece of a template: text as it is written, or the value of a placeholder. */
export type FilledPiece = string | ((call: TemplateCall) => unknown);

/**
 * A template in the pieces around its placeholders. What is not a placeholder stays as it is: the targets file was
 * checked before, so it comes from the environment.
 */
export function compilePieces(text: string): readonly FilledPiece[] {
  return parseTemplate(text).map((piece) => {
    if (typeof piece === 'string') return piece;
    return isPlaceholder(piece.name) ? values[piece.name] : piece.written;
  });
}

function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(values, name);
}

/** A value inside other text: texts as they are, anything else as JSON. */
export function toInnerText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type Texts = Readonly<Record<string, string>>;

/** Headers or variables with their placeholders filled; `encode` is applied to what comes from the call. */
export function compileTexts(texts: Texts, encode: (text: string) => string): (call: TemplateCall) => Texts {
  const compiled = Object.entries(texts).map(([name, text]) => [name, compilePieces(text)] as const);
  if (compiled.every(([, pieces]) => pieces.every(isText))) {
    const fixed = Object.fromEntries(compiled.map(([name, pieces]) => [name, pieces.join('')]));
    return () => fixed;
  }
  const fill = (pieces: readonly FilledPiece[], call: TemplateCall) =>
    pieces.map((piece) => (isText(piece) ? piece : encode(toInnerText(piece(call))))).join('');
  return (call) => Object.fromEntries(compiled.map(([name, pieces]) => [name, fill(pieces, call)]));
}

export function isText(piece: FilledPiece): piece is string {
  return typeof piece === 'string';
}

/** Visible ASCII stays: a case id may contain anything, and a header may not. */
export function encodeForHeader(text: string): string {
  return /^[\x21-\x7e]*$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}
