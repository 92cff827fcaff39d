import { z } from 'zod';
import { definedOnly } from '../base/defined-only.ts';
import { isPlainObject } from '../base/plain-object.ts';
import { Message, ToolCall } from '../conversation/message.ts';
import type { Usage } from '../conversation/run/run-record.ts';
import { assertShallow, assertShallowCalls } from './assert-shallow.ts';
import { TargetError, type TargetReply } from './port.ts';
import { toUsage } from './reported-usage.ts';
import { toShape } from './value-shape.ts';

/** What an agent answered. The text may be blank: the caller decides what that means. */
export interface AgentReply extends Omit<TargetReply, 'call'> {
  readonly usage?: Usage;
}

/**
 * The reply that a program or a service wrote as JSON:
 * a text; an object with its text under `reply`, `content`, `text` or `output`, or under `message` or
 * `choices[0].message`, next to it `tool_calls`, `messages` and `usage`; or a list of messages. Of messages the last one of
 * the assistant is the reply, and what the agent did since the user spoke is its trace.
 *
 * Throws `malformed-reply` that shows the shape of what came, or says that it is nested too deep.
 */
export function parseAgentReply(value: unknown): AgentReply {
  assertShallow(value);
  const reply = parseReply(value);
  const made = reply.trace?.flatMap((message) => message.tool_calls ?? []) ?? [];
  assertShallowCalls([...(reply.toolCalls ?? []), ...made]);
  return reply;
}

function parseReply(value: unknown): AgentReply {
  if (typeof value === 'string') return { text: value };
  if (Array.isArray(value)) return fromMessages(value);
  if (!isPlainObject(value)) throw toMalformed(value);
  const usage = toUsage(value.usage);
  return { ...fromObject(value), ...definedOnly({ usage }) };
}

const textKeys = ['reply', 'content', 'text', 'output'] as const;

function fromObject(value: Record<string, unknown>): AgentReply {
  const inner = findMessage(value);
  if (inner !== undefined) return fromObject(inner);
  const key = textKeys.find((name) => value[name] !== undefined && value[name] !== null);
  const calls = parseToolCalls(value.tool_calls);
  const given = Array.isArray(value.messages) ? fromMessages(value.messages, key !== undefined) : undefined;
  if (key === undefined && calls === undefined && given === undefined) throw toMalformed(value);
  const text = key === undefined ? (given?.text ?? '') : toText(value[key]);
  if (text === undefined) throw toMalformed(value);
  const toolCalls = calls ?? given?.toolCalls;
  return {
    text,
    ...definedOnly({ toolCalls }),
    ...definedOnly({ trace: given?.trace }),
  };
}

/** The message inside the answer of a chat service. */
function findMessage({ message, choices }: Record<string, unknown>): Record<string, unknown> | undefined {
  if (isPlainObject(message)) return message;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  return isPlainObject(first) && isPlainObject(first.message) ? first.message : undefined;
}

/** `isTrace`: the reply is elsewhere, so that every message is a step on the way to it. */
function fromMessages(list: readonly unknown[], isTrace = false): AgentReply {
  const messages = list.map(parseMessage);
  const start = messages.findLastIndex(({ role }) => ['user', 'system', 'developer'].includes(role)) + 1;
  if (isTrace) return withTrace({ text: '' }, messages.slice(start));
  const at = messages.findLastIndex(({ role }) => role === 'assistant');
  const reply = messages[at];
  if (reply === undefined || at < start) throw toMalformed(list);
  const text = toText(reply.content) ?? '';
  // Calls that were answered in the same breath wait for nothing: they are part of the trace.
  if (at < messages.length - 1) return withTrace({ text }, messages.slice(start));
  const calls = reply.tool_calls ?? [];
  return withTrace({ text, ...(calls.length === 0 ? {} : { toolCalls: calls }) }, messages.slice(start, at));
}

function withTrace(reply: AgentReply, trace: readonly Message[]): AgentReply {
  return trace.length === 0 ? reply : { ...reply, trace };
}

const ToolCalls = z.array(ToolCall);

function parseToolCalls(value: unknown): readonly ToolCall[] | undefined {
  if (value === undefined || value === null) return undefined;
  const parsed = ToolCalls.safeParse(value);
  if (!parsed.success) throw toMalformed(value, ' as tool_calls');
  return parsed.data.length === 0 ? undefined : parsed.data;
}

const messageKeys = ['role', 'content', 'name', 'tool_calls', 'tool_call_id'] as const;

/** Other keys that services write into their messages are ignored. */
function parseMessage(value: unknown): Message {
  if (!isPlainObject(value)) throw toMalformed(value, ' as a message');
  const known = messageKeys.filter((key) => value[key] !== undefined && value[key] !== null);
  const message = Object.fromEntries(known.map((key) => [key, value[key]]));
  if (Array.isArray(message.content)) message.content = message.content.map(toPart);
  const parsed = Message.safeParse(message);
  if (!parsed.success) throw toMalformed(value, ' as a message');
  return parsed.data;
}

/** A part as chat services write it, `{type: text, text: …}`, as a content part of Turnwise. Parts of other kinds become their JSON. */
function toPart(part: unknown): string {
  if (typeof part === 'string') return part;
  if (isPlainObject(part)) {
    if (typeof part.text === 'string') return part.text;
    if (part.type === 'text' && typeof part.value === 'string') return part.value;
  }
  return JSON.stringify(part);
}

/** A text unchanged, a list of parts as one text, a number as it is written. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? value.map(toPart).join('\n\n') : undefined;
}

const replyKeysHint = 'Put the text in reply, content or text, or return a list of messages.';

function toMalformed(value: unknown, as = ''): TargetError {
  const message = `The response contains no reply. It has ${toShape(value)}${as}. ${replyKeysHint}`;
  return new TargetError({ cause: 'malformed-reply', message, retryable: false });
}
