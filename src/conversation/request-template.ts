import { isPlainObject } from '../base/plain-object.ts';
import type { PathSegment } from '../base/schema-check.ts';
import type { TargetSpec } from './target-spec.ts';

/** Facts about the call: in the url, body and headers of a request, and in the environment of a program. */
export const callPlaceholders = ['conversation_id', 'turn', 'run_id', 'case_id', 'repeat'] as const;
/** What was said: in the url and body of an http target. */
export const textPlaceholders = ['question', 'guidelines', 'messages', 'files', 'last_user'] as const;

/** What a command template can name, as `{PROMPT}`. */
export const commandPlaceholders = [
  ...(['PROMPT', 'GUIDELINES', 'EVAL_ID', 'ATTEMPT', 'FILES', 'OUTPUT_FILE'] as const),
  ...(['CONVERSATION_ID', 'TURN', 'RUN_ID', 'CASE_ID', 'REPEAT'] as const),
] as const;
export type CommandPlaceholder = (typeof commandPlaceholders)[number];

export type CallPlaceholder = (typeof callPlaceholders)[number];
export type Placeholder = CallPlaceholder | (typeof textPlaceholders)[number];

/** A part of a template: literal text, or a placeholder as it is written, known or not. */
export type TemplatePiece = string | { readonly name: string; readonly written: string };

/** `\{{`, or everything that starts like a placeholder. Of three braces the first is text. */
const token = /\\\{\{|\{\{(?!\{)((?:(?!\\\{\{)[^{}])*)(?:\}\}|\}?)/g;

/** A template in pieces. `\{{` is a literal `{{`. */
export function parseTemplate(text: string): readonly TemplatePiece[] {
  const pieces: TemplatePiece[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [written, name] = match;
    if (match.index > end) pieces.push(text.slice(end, match.index));
    if (name === undefined) pieces.push('{{');
    else pieces.push({ name: written.endsWith('}}') ? name.trim() : '', written });
    end = match.index + written.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

/** A text of a target in which placeholders are filled, and which of them it can name. */
export interface TargetTemplate {
  readonly path: readonly PathSegment[];
  readonly text: string;
  readonly allowed: readonly Placeholder[];
}

const anywhere: readonly Placeholder[] = [...textPlaceholders, ...callPlaceholders];

/** Every template of a target, as far as it can be read: the target may have other mistakes. */
export function listTemplates(target: Readonly<Record<string, unknown>>): readonly TargetTemplate[] {
  const { provider, url, body, headers, env } = target;
  if (provider === 'command') return listTexts(env, ['env'], callPlaceholders);
  const inHeaders = listTexts(headers, ['headers'], callPlaceholders);
  return provider === 'http'
    ? [...listTexts(url, ['url'], anywhere), ...listTexts(body, ['body'], anywhere), ...inHeaders]
    : inHeaders;
}

function listTexts(value: unknown, path: readonly PathSegment[], allowed: readonly Placeholder[]): TargetTemplate[] {
  if (typeof value === 'string') return value.includes('{{') ? [{ path, text: value, allowed }] : [];
  if (Array.isArray(value)) return value.flatMap((inner, index) => listTexts(inner, [...path, index], allowed));
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => listTexts(inner, [...path, key], allowed));
}

function listNames(target: TargetSpec): ReadonlySet<string> {
  const pieces = listTemplates(target).flatMap(({ text }) => parseTemplate(text));
  return new Set(pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name])));
}

/**
 * Whether each call sends the target the whole conversation. One that gets only the last user message keeps the conversation
 * itself, under the conversation id: a turn cannot be asked twice there.
 */
export function isSentHistory(target: TargetSpec): boolean {
  if (target.provider === 'command') {
    const { input, template = false, command } = target;
    return input !== undefined || !template || command.some((argument) => argument.includes('{PROMPT}'));
  }
  if (target.provider !== 'http') return true;
  if (target.body === undefined && target.method !== 'GET') return true;
  const names = listNames(target);
  return names.has('question') || names.has('messages');
}

/** What a target can know a question by: its text, or the case it belongs to. */
const asking: readonly string[] = [...textPlaceholders, 'case_id'];
const askingInCommands = ['{PROMPT}', '{GUIDELINES}', '{FILES}', '{EVAL_ID}', '{CASE_ID}'];

/** Whether anything that the target is sent depends on what is asked. A variable can hold a template. */
export function isAsked(target: TargetSpec): boolean {
  if (isSentHistory(target)) return true;
  if ([...listNames(target)].some((name) => asking.includes(name))) return true;
  if (target.provider === 'http') return JSON.stringify([target.url, target.body ?? null]).includes('${');
  if (target.provider !== 'command') return true;
  return target.command.some((argument) => askingInCommands.some((name) => argument.includes(name)));
}

/** Whether the target is sent the conversation id. */
export function isSentConversationId(target: TargetSpec): boolean {
  if (target.provider === 'command') {
    const { input, template = false, command } = target;
    if (input === 'json') return true;
    if (template && command.some((argument) => argument.includes('{CONVERSATION_ID}'))) return true;
  }
  return listNames(target).has('conversation_id');
}
