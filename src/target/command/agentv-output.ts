import { definedOnly } from '../../base/defined-only.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { type Message, ToolCall } from '../../conversation/message.ts';
import type { Usage } from '../../conversation/run/run-record.ts';
import type { AgentReply } from '../agent-reply.ts';
import { assertShallow, assertShallowCalls } from '../assert-shallow.ts';
import { TargetError } from '../port.ts';
import { toUsage } from '../reported-usage.ts';

/** What a program for AgentV wrote. Absent values were not reported. */
export interface AgentvReply extends AgentReply {
  readonly costUsd?: number;
  readonly durationMs?: number;
}

/**
 * Reads the output of a program for AgentV: an object with `text`, `output_messages` or `trace`; JSON lines with one
 * such object per case and its `id`, of which the one for this case counts; or plain text. An object without any of
 * these keys is text, too. Throws `malformed-reply` if JSON lines lack the case, and `command-failed` if the object
 * reports an `error`.
 */
export function parseAgentvOutput(written: string, caseId: string): AgentvReply {
  const text = written.replace(/^\uFEFF/, '').trim();
  const value = parseJson(text);
  const record = value === undefined ? findRecord(text, caseId) : value;
  if (!isPlainObject(record)) return { text };
  assertShallow(record);
  const { error } = record;
  if (typeof error === 'string' && error.trim() !== '') throw toReportedError(error);
  const { messages, hasReply } = listMessages(record);
  if (!hasReply) return { text };
  const reply = toReply(record, messages);
  assertShallowCalls((reply.trace ?? []).flatMap((message) => message.tool_calls ?? []));
  const usage = toUsage(record.usage) ?? toTokenUsage(record.token_usage);
  const [costUsd, durationMs] = [toAmount(record.cost_usd), toAmount(record.duration_ms)];
  return { ...reply, ...definedOnly({ usage, costUsd, durationMs }) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The record of a case in JSON lines. Undefined: not every line is an object with an `id`. */
function findRecord(text: string, caseId: string): JsonObject | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const records: JsonObject[] = [];
  for (const line of lines) {
    const value = parseJson(line);
    if (!isPlainObject(value) || typeof value.id !== 'string') return undefined;
    records.push(value);
  }
  const found = records.filter(({ id }) => id === caseId);
  if (found.length === 1) return found[0];
  const ids = records.map(({ id }) => `"${String(id)}"`);
  const known = ids.length > 5 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');
  const how = found.length === 0 ? 'no record' : `${found.length} records`;
  throw toMalformed(`The output has ${how} with the id "${caseId}". Its ids are ${known}.`);
}

interface WrittenMessages {
  /** What the agent said and did since the user spoke. */
  readonly messages: readonly JsonObject[];
  readonly hasReply: boolean;
}

/** `output` is a later name of `output_messages`. */
function listMessages({ output_messages: written, output, text, trace }: JsonObject): WrittenMessages {
  const list = Array.isArray(written) ? written : Array.isArray(output) ? output : [];
  const all = list.filter((message) => isPlainObject(message) && typeof message.role === 'string');
  const start = all.findLastIndex(({ role }) => role === 'user' || role === 'system') + 1;
  return { messages: all.slice(start), hasReply: all.length > 0 || text !== undefined || Array.isArray(trace) };
}

function toReply(record: JsonObject, messages: readonly JsonObject[]): AgentReply {
  const at = messages.findLastIndex(({ role, content }) => role === 'assistant' && toText(content) !== '');
  const text = at === -1 ? toText(record.text) : toText(messages[at]?.content);
  const steps = new Steps();
  const events = Array.isArray(record.trace) ? record.trace.filter(isPlainObject) : [];
  // A trace is the more exact record of the same calls.
  if (events.some(({ type }) => type === 'tool_call')) for (const event of events) steps.addEvent(event);
  else for (const [index, message] of messages.entries()) steps.addMessage(message, index === at);
  const said = text === '' ? toText(events.findLast(({ type }) => type === 'message')?.text) : text;
  return { text: said, ...(steps.messages.length === 0 ? {} : { trace: steps.messages }) };
}

/** Tool calls and their results as messages. A call without an id gets one, so that its result can name it. */
class Steps {
  readonly messages: Message[] = [];
  readonly #open: { readonly id: string; readonly name: string }[] = [];
  #count = 0;

  /** `isReply`: its text is the reply, so only its calls are a step. */
  addMessage(message: JsonObject, isReply: boolean): void {
    const { role, content, tool_calls: calls, tool_call_id: answered, name } = message;
    const text = isReply ? '' : toText(content);
    if (role !== 'assistant') {
      const id = typeof answered === 'string' ? answered : undefined;
      this.messages.push({ role: String(role), content: text, ...definedOnly({ tool_call_id: id }), ...toName(name) });
      return;
    }
    const made = Array.isArray(calls) ? calls.filter(isPlainObject) : [];
    if (made.length > 0 || text !== '') this.#addCalls(made, text);
  }

  addEvent(event: JsonObject): void {
    const { type, id, name, output } = event;
    if (type === 'tool_call') this.#addCalls([event], '');
    if (type !== 'tool_result') return;
    const at = this.#open.findIndex((call) => (typeof id === 'string' ? call.id === id : call.name === name));
    const [call] = at === -1 ? [] : this.#open.splice(at, 1);
    this.#addResult(call?.id ?? (typeof id === 'string' ? id : undefined), name, output);
  }

  #addCalls(written: readonly JsonObject[], text: string): void {
    const calls = written.map((call) => ({ call: this.#toCall(call), output: call.output }));
    const tool_calls = calls.map(({ call }) => call);
    this.messages.push({ role: 'assistant', content: text, ...(calls.length === 0 ? {} : { tool_calls }) });
    for (const { call, output } of calls) {
      const name = 'function' in call ? call.function.name : call.name;
      if (output !== undefined && output !== null) this.#addResult(call.id, name, output);
      else this.#open.push({ id: call.id ?? '', name });
    }
  }

  #addResult(id: string | undefined, name: unknown, output: unknown): void {
    this.messages.push({
      role: 'tool',
      content: toText(output),
      ...definedOnly({ tool_call_id: id }),
      ...toName(name),
    });
  }

  /** `{tool, input}` of AgentV, an event with `name` and `input`, or a call as chat APIs write it. */
  #toCall(call: JsonObject): ToolCall {
    this.#count += 1;
    const id = typeof call.id === 'string' ? call.id : `call_${this.#count}`;
    const name = call.tool ?? call.name;
    const isChat = isPlainObject(call.function) || typeof name !== 'string';
    const { duration_ms } = call;
    const fn = isChat ? call.function : { name, ...toArguments(call.input ?? call.arguments) };
    const parsed = ToolCall.safeParse({ id, function: fn, ...definedOnly({ duration_ms }) });
    if (parsed.success) return parsed.data;
    throw toMalformed('A tool call in the output has no name. Write it as {"tool": "name", "input": {…}}.');
  }
}

function toName(name: unknown): { readonly name?: string } {
  return typeof name === 'string' ? { name } : {};
}

function toArguments(input: unknown): { readonly arguments?: unknown } {
  if (input === undefined || input === null) return {};
  return { arguments: isPlainObject(input) || typeof input === 'string' ? input : JSON.stringify(input) };
}

/** Texts as they are, parts with a text as one text, anything else as JSON. Empty: there is nothing. */
function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || !value.every(isTextPart)) return JSON.stringify(value);
  return value.map((part) => (typeof part === 'string' ? part : String(part.value ?? part.text))).join('\n\n');
}

function isTextPart(part: unknown): part is string | JsonObject {
  return typeof part === 'string' || (isPlainObject(part) && typeof (part.value ?? part.text) === 'string');
}

/** AgentV's own names of token counts. */
function toTokenUsage(value: unknown): Usage | undefined {
  if (!isPlainObject(value)) return undefined;
  const { input, output, cached, reasoning } = value;
  const named = {
    input_tokens: input,
    output_tokens: output,
    cached_input_tokens: cached,
    reasoning_tokens: reasoning,
  };
  return toUsage({ ...value, ...definedOnly(named) });
}

function toAmount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function toReportedError(error: string): TargetError {
  const message = `The program reported an error: ${error.trim().slice(0, 200)}`;
  return new TargetError({ cause: 'command-failed', message, retryable: false, details: error.trim() });
}

function toMalformed(message: string): TargetError {
  return new TargetError({ cause: 'malformed-reply', message, retryable: false });
}
