import { hashJson } from '../base/hash.ts';
import { isPlainObject } from '../base/plain-object.ts';
import type { PathSegment } from '../base/schema-check.ts';
import type { RunSpec } from './run/run-spec.ts';
import type { Send, TargetSpec } from './target-spec.ts';

/** Facts about the call. Allowed in the url, body and headers of a request, and in the environment of a program. */
const callPlaceholders = ['conversation_id', 'turn', 'run_id', 'case_id', 'repeat'] as const;
/** Texts of the conversation. Allowed in the url and body of an http target. */
export const textPlaceholders = ['question', 'guidelines', 'messages', 'files', 'last_user'] as const;

/** Placeholders of a command template, such as `{PROMPT}`. */
export const commandPlaceholders = [
  ...(['PROMPT', 'PROMPT_FILE', 'GUIDELINES', 'EVAL_ID', 'ATTEMPT', 'FILES', 'OUTPUT_FILE'] as const),
  ...(['CONVERSATION_ID', 'TURN', 'RUN_ID', 'CASE_ID', 'REPEAT'] as const),
] as const;
export type CommandPlaceholder = (typeof commandPlaceholders)[number];

type CallPlaceholder = (typeof callPlaceholders)[number];
export type Placeholder = CallPlaceholder | (typeof textPlaceholders)[number];

/** A part of a template: literal text, or a placeholder as written, known or not. */
type TemplatePiece = string | { readonly name: string; readonly written: string };

/** `\{{`, or everything that starts like a placeholder. In `{{{`, the first brace is text. */
const token = /\\\{\{|\{\{(?!\{)((?:(?!\\\{\{)[^{}])*)(?:\}\}|\}?)/g;

/** Splits a template into text and placeholders. `\{{` is a literal `{{`. */
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

/** A text of a target that can contain placeholders, and which ones are allowed in it. */
export interface TargetTemplate {
  readonly path: readonly PathSegment[];
  readonly text: string;
  readonly allowed: readonly Placeholder[];
}

const anywhere: readonly Placeholder[] = [...textPlaceholders, ...callPlaceholders];

/** Lists the templates of a target. The target may be invalid in other ways. */
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
 * Whether each call sends the target the whole conversation. A target that gets only the last user message keeps the
 * conversation itself, under the conversation id. It must never get a turn twice.
 */
export function isSentHistory(target: TargetSpec): boolean {
  if (target.provider === 'command') {
    const { input, template = false, command, output } = target;
    // Programs for AgentV answer one question and keep no conversation. Some read the questions from a file of their own.
    if (output === 'agentv') return true;
    return input !== undefined || !template || command.some((argument) => /\{PROMPT(?:_FILE)?\}/.test(argument));
  }
  if (target.provider !== 'http') return true;
  if (target.body === undefined && target.method !== 'GET') return true;
  const names = listNames(target);
  return names.has('question') || names.has('messages');
}

/** The placeholders that depend on the question: its text, or the case it belongs to. */
const asking: readonly string[] = [...textPlaceholders, 'case_id'];
const askingInCommands = ['{PROMPT}', '{PROMPT_FILE}', '{GUIDELINES}', '{FILES}', '{EVAL_ID}', '{CASE_ID}'];

/** Whether anything that the target is sent depends on the question. A variable can contain a template. */
export function isSentQuestion(target: TargetSpec): boolean {
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

/** Whether `send` has an effect. Commands and HTTP services have their own keys for it. */
export function readsSend({ provider }: Pick<TargetSpec, 'provider'>): boolean {
  return provider !== 'command' && provider !== 'http';
}

/**
 * What a target is sent if neither the target nor `--send` sets it. AgentV files were written for one formatted
 * question (decision 0011).
 */
export function toDefaultSend(spec: Pick<TargetSpec, 'provider'>, { isAgentv }: { readonly isAgentv: boolean }): Send {
  return isAgentv || !readsSend(spec) ? 'question' : 'messages';
}

/**
 * What a run sent a target for the cases of one of its files. Runs recorded before the default became `messages` do not
 * say it. They sent the question, unless the target or `--send` set it.
 */
export function toRecordedSends(run: RunSpec, file: number, target: Pick<TargetSpec, 'id' | 'send'>): readonly Send[] {
  return run.files[file]?.send?.[target.id] ?? run.options.send ?? [target.send ?? 'question'];
}

const formWords: Readonly<Record<Send, string>> = {
  question: 'one formatted question',
  messages: 'chat messages',
};

/** What a target is sent, as a phrase that follows "is sent". Several forms are variants of one run. */
export function describeSent(spec: TargetSpec | undefined, forms: readonly Send[]): string {
  if (spec?.provider === 'command') return describeCommand(spec);
  if (spec?.provider === 'http') return describeHttp(spec);
  const words = forms.map((form) => formWords[form]);
  return words.length < 2 ? words.join('') : `${words.join(' and ')}, as ${words.length} variants`;
}

function describeCommand({ input, template }: Extract<TargetSpec, { provider: 'command' }>): string {
  if (input === 'json') return 'JSON on stdin';
  if (input === 'argument') return 'the formatted question as an argument';
  if (input === undefined && template === true) return 'the command line in targets.yaml';
  return 'the formatted question on stdin';
}

function describeHttp({ method, body }: Extract<TargetSpec, { provider: 'http' }>): string {
  if (method === 'GET') return 'the url in targets.yaml';
  return body === undefined ? 'question and messages as JSON' : 'the body in targets.yaml';
}

/** One clause per group of targets that are sent the same: `a, b get chat messages`. */
export function listSent(
  sends: ReadonlyMap<string, readonly Send[]>,
  specs: ReadonlyMap<string, TargetSpec>,
): readonly string[] {
  const byWords = new Map<string, string[]>();
  for (const [id, forms] of sends) {
    const words = describeSent(specs.get(id), forms);
    byWords.set(words, [...(byWords.get(words) ?? []), id]);
  }
  return [...byWords].map(([words, ids]) => `${ids.join(', ')} ${ids.length === 1 ? 'gets' : 'get'} ${words}`);
}

/** Keys that do not change replies, or that contain secrets and are not part of the request. */
const leftOut: ReadonlySet<string> = new Set([
  ...['id', 'send', 'limits', 'price', 'cache', 'timeout', 'judge'],
  ...['api_key_env', 'headers', 'env', 'files', 'healthcheck'],
]);

/** The part of a target that can change its replies: provider, address, model, settings, version. */
export function toTargetIdentity(spec: TargetSpec): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(spec).filter(([key]) => !leftOut.has(key)));
}

/**
 * Changes if the judge may have changed. `files`: hashes of the files it consists of. The `env` of a program and the
 * `headers` of a service count too. The caller leaves out secrets.
 */
export function toSettingsHash(spec: TargetSpec, files: readonly string[] = []): string {
  const made = files.length === 0 ? {} : { files };
  const told = { env: 'env' in spec ? spec.env : undefined, headers: 'headers' in spec ? spec.headers : undefined };
  return hashJson({ ...toTargetIdentity(spec), ...told, ...made });
}

/**
 * Whether replies of a target are cached. Hosted models are, unless they set `cache: false`. A program or server of
 * your own can change behind the same address, and a cache would hide that. So a model with a `base_url` needs `cache:
 * true`, and a command or http service also needs a `version`.
 */
export function isCacheable(spec: TargetSpec): boolean {
  if (explainUncached(spec) !== undefined) return false;
  return spec.cache ?? ('model' in spec && !('base_url' in spec && spec.base_url !== undefined));
}

/** Why `cache: true` has no effect for a target, and what to do. Undefined: it has an effect. */
export function explainUncached(spec: TargetSpec): string | undefined {
  if (spec.provider === 'builtin' || spec.provider === 'replay') return 'Calls to it are free. Remove `cache`.';
  if (spec.provider !== 'command' && spec.provider !== 'http') return undefined;
  if (!isSentHistory(spec)) {
    return 'It gets only the last user message and keeps its own history, so it needs every turn. Remove `cache`.';
  }
  return spec.version === undefined ? 'Add a `version`, and change it whenever the program changes.' : undefined;
}
