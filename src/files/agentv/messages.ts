import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { isBlankContent } from '../../conversation/message.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import { listLostKeys, lostAt } from './lost-keys.ts';
import type { WrittenPath } from './written-paths.ts';

type Path = readonly PathSegment[];
type Mapping = Record<string, unknown>;

/** A value of the file, and where it is. */
export interface WrittenValue {
  readonly data: PlacedData;
  readonly path: Path;
  readonly value: unknown;
}

/** Messages in our form. They are checked later, so they can still be invalid. */
export interface ConvertedMessages {
  readonly messages: readonly ConvertedMessage[];
  readonly problems: readonly Problem[];
}

export interface ConvertedMessage {
  readonly message: unknown;
  /** Where the message was written. */
  readonly path: Path;
  readonly data: PlacedData;
  /** Where parts of the message were written, if not in the message. */
  readonly inner?: readonly WrittenPath[];
}

/** Converts `input` or `input_messages`: a text, an object, one message or a list. Undefined: there is none. */
export function toInput({ data, path, value }: WrittenValue): ConvertedMessages | undefined {
  if (value === undefined || value === null) return undefined;
  const entries = Array.isArray(value)
    ? value.map((entry: unknown, index) => ({ entry, path: [...path, index] }))
    : [{ entry: value, path }];
  const problems: Problem[] = [];
  const messages = entries.flatMap(({ entry, path: place }, index) => {
    const message = toMessage({ data, path: place, value: entry }, 'user');
    if (!isPlainObject(message)) return [{ message, path: place, data }];
    const read = readCalls({ data, path: place, value: message }, index);
    problems.push(...read.problems);
    const answered = new Set(
      entries.map((other) => (isPlainObject(other.entry) ? other.entry.tool_call_id : undefined)),
    );
    const results = read.results.filter(({ tool_call_id: id }) => !answered.has(id));
    return [read.message, ...results].map((one) => ({ message: one, path: place, data }));
  });
  return { messages, problems };
}

/**
 * Converts `expected_output` or `expected_messages` to the one message that is the reference reply: the first with
 * text, from the assistant if there is one. The tool calls up to it belong to it. An object or a list without messages
 * is the text of the reply.
 */
export function toReference({ data, path, value }: WrittenValue): ConvertedMessages | undefined {
  if (value === undefined || value === null) return undefined;
  const isList = Array.isArray(value) && value.some((entry) => isPlainObject(entry) && 'role' in entry);
  if (!isList) {
    const text = Array.isArray(value) ? JSON.stringify(value, null, 2) : value;
    return { messages: [{ message: toMessage({ data, path, value: text }, 'assistant'), path, data }], problems: [] };
  }
  const entries = value.map((entry: unknown, index) =>
    toMessage({ data, path: [...path, index], value: entry }, 'assistant'),
  );
  const at = findReferenceIndex(entries);
  const chosen = entries[at];
  const place = [...path, at];
  if (!isPlainObject(chosen)) return { messages: [{ message: chosen, path: place, data }], problems: [] };
  const problems: Problem[] = [];
  const calls = entries.slice(0, at + 1).flatMap((entry, index) => {
    if (!isPlainObject(entry)) return [];
    const read = readCalls({ data, path: [...path, index], value: entry }, index);
    problems.push(...read.problems, ...(read.results.length > 0 ? [toOutputLoss(data, [...path, index])] : []));
    return Array.isArray(read.message.tool_calls) ? read.message.tool_calls : [];
  });
  if (entries.slice(at + 1).some((entry) => isPlainObject(entry))) problems.push(toRestLoss(data, [...path, at + 1]));
  const message = { ...chosen, ...(calls.length > 0 ? { tool_calls: calls.map(withoutOwnId) } : {}) };
  return { messages: [{ message, path: place, data }], problems };
}

function findReferenceIndex(entries: readonly unknown[]): number {
  const hasText = (entry: unknown) => isPlainObject(entry) && !isBlank(entry.content);
  const ofAssistant = entries.findIndex(
    (entry) => hasText(entry) && isPlainObject(entry) && entry.role === 'assistant',
  );
  return Math.max(0, ofAssistant === -1 ? entries.findIndex(hasText) : ofAssistant);
}

/** Content that is not valid is not blank: its problem must be reported. */
function isBlank(content: unknown): boolean {
  if (content === undefined || content === null) return true;
  return typeof content === 'string' || Array.isArray(content) ? isBlankContent(content) : false;
}

function toOutputLoss(data: PlacedData, path: Path): Problem {
  const message = 'Turnwise keeps the expected tool calls with the reference reply. It ignores their outputs.';
  return lostAt(data, [...path, 'tool_calls'], { message });
}

function toRestLoss(data: PlacedData, path: Path): Problem {
  const message =
    'The first expected message with text is the reference reply. Turnwise ignores the messages after it.';
  return lostAt(data, path, { message });
}

/** Whether two ways to write the same messages have the same meaning. */
export function isSameMessages(a: ConvertedMessages | undefined, b: ConvertedMessages | undefined): boolean {
  const plain = (one: ConvertedMessages | undefined) => one?.messages.map(({ message }) => message);
  return isDeepStrictEqual(plain(a), plain(b));
}

/** A text or an object is the content of a message. */
function toMessage({ value }: WrittenValue, role: string): unknown {
  if (typeof value === 'string') return { role, content: value };
  if (!isPlainObject(value)) return value;
  if (!('role' in value)) return { role, content: value };
  return 'content' in value ? { ...value, content: toContent(value.content) } : value;
}

/** Parts of AgentV: `{type, value}`, with the text of a text part also as `text`. Other parts are sent as text. */
export function toContent(content: unknown): unknown {
  return Array.isArray(content) ? content.map(toPart) : content;
}

function toPart(part: unknown): unknown {
  if (!isPlainObject(part) || !('type' in part)) return part;
  const { type, value = part.text ?? part.path } = part;
  if (type === 'text' || type === 'file' || type === 'image') return { type, value };
  return { type: 'text', value: typeof value === 'string' ? value : JSON.stringify(part, null, 2) };
}

const messageKeys = ['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'refs', 'tags', 'id'];
const callKeys = ['tool', 'input', 'output', 'id'];

interface ReadCalls {
  readonly message: Mapping;
  readonly results: readonly Mapping[];
  readonly problems: readonly Problem[];
}

/** Converts the tool calls of a message, `{tool, input, output}`. `index`: of the message, for ids of the calls. */
function readCalls({ data, path, value }: WrittenValue & { readonly value: Mapping }, index: number): ReadCalls {
  const problems = [...listLostKeys({ data, path, value, known: messageKeys })];
  const known = Object.fromEntries(Object.entries(value).filter(([key]) => messageKeys.includes(key)));
  if (!Array.isArray(value.tool_calls)) return { message: known, results: [], problems };
  const results: Mapping[] = [];
  const calls = value.tool_calls.map((call: unknown, number) => {
    if (!isPlainObject(call) || typeof call.tool !== 'string') return call;
    const callPath = [...path, 'tool_calls', number];
    problems.push(...listLostKeys({ data, path: callPath, value: call, known: callKeys, prefix: 'tool_calls.' }));
    const { tool: name, input, output } = call;
    const hasResult = output !== undefined && output !== null;
    const id = typeof call.id === 'string' ? call.id : hasResult ? `call-${index + 1}-${number + 1}` : undefined;
    if (hasResult)
      results.push({
        role: 'tool',
        name,
        ...(id === undefined ? {} : { tool_call_id: id }),
        content: toResult(output),
      });
    return {
      ...(id === undefined ? {} : { id }),
      name,
      ...(input === undefined || input === null ? {} : { arguments: toArguments(input) }),
    };
  });
  return { message: { ...known, tool_calls: calls }, results, problems };
}

function toArguments(input: unknown): unknown {
  return typeof input === 'string' || isPlainObject(input) ? input : JSON.stringify(input);
}

function toResult(output: unknown): unknown {
  return typeof output === 'string' || isPlainObject(output) ? output : JSON.stringify(output, null, 2);
}

/** Expected calls have no results, so an id of ours would lead nowhere. */
function withoutOwnId(call: unknown): unknown {
  if (!isPlainObject(call) || typeof call.id !== 'string' || !/^call-\d+-\d+$/.test(call.id)) return call;
  const { id: _id, ...rest } = call;
  return rest;
}

/** Puts attached files before the text of the last message from the user, as AgentV does. */
export function withFiles(
  messages: readonly ConvertedMessage[],
  files: WrittenValue | undefined,
): readonly ConvertedMessage[] {
  if (files === undefined || !Array.isArray(files.value)) return messages;
  const last = messages.findLastIndex(({ message }) => isPlainObject(message) && message.role === 'user');
  const found = messages[last];
  if (found === undefined || !isPlainObject(found.message)) return messages;
  const parts = files.value.map((value: unknown) => ({ type: 'file', value }));
  const { content } = found.message;
  const isList = Array.isArray(content);
  const own = isList ? content : toTextParts(content);
  const inner = [
    ...parts.map((_part, index) => ({
      converted: ['content', index, 'value'],
      written: [...files.path, index],
      data: files.data,
    })),
    ...own.map((_part, index) => ({
      converted: ['content', parts.length + index],
      written: [...found.path, 'content', ...(isList ? [index] : [])],
      data: found.data,
    })),
  ];
  return messages.with(last, { ...found, inner, message: { ...found.message, content: [...parts, ...own] } });
}

function toTextParts(content: unknown): readonly unknown[] {
  if (content === undefined || content === null) return [];
  return [{ type: 'text', value: typeof content === 'string' ? content : JSON.stringify(content, null, 2) }];
}

/** Where messages were written that are now under a key of the case. */
export function listMessagePaths(key: string, messages: readonly ConvertedMessage[]): readonly WrittenPath[] {
  return messages.flatMap(({ path, data, inner = [] }, index) => [
    { converted: [key, index], written: path, data },
    ...inner.map((one) => ({ ...one, converted: [key, index, ...one.converted] })),
  ]);
}
