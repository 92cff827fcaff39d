import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema, type PathSegment, type SchemaIssue } from '../../base/schema-check.ts';
import { SampleMessage } from '../../conversation/sample.ts';
import { renderGot, renderPath, SampleFlaw } from './sample-flaw.ts';

/** The messages of a sample: a non-empty list, any role, any order, content a text. */
export function parseMessages(written: unknown): SampleMessage[] | SampleFlaw {
  const path = ['messages'];
  if (!Array.isArray(written)) {
    return new SampleFlaw({ path, reason: `messages must be a list, got ${renderGot(written)}`, hint: listHint });
  }
  if (written.length === 0) return new SampleFlaw({ path, reason: 'messages is an empty list', hint: listHint });
  const messages: SampleMessage[] = [];
  for (const [index, value] of written.entries()) {
    const message = parseMessage(value, index);
    if (message instanceof SampleFlaw) return message;
    messages.push(message);
  }
  return messages;
}

const listHint = 'Write messages = [{ role = "user", content = "…" }, { role = "assistant", content = "…" }]';

function parseMessage(value: unknown, index: number): SampleMessage | SampleFlaw {
  const path = ['messages', index];
  if (!isPlainObject(value)) {
    const reason = `${renderPath(path)} must be a mapping with role and content, got ${renderGot(value)}`;
    return new SampleFlaw({ path, reason });
  }
  const flaw =
    findTextFlaw(value, 'role', index) ?? (isCallAlone(value) ? undefined : findTextFlaw(value, 'content', index));
  if (flaw !== undefined) return flaw;
  const result = checkSchema(SampleMessage, withPlainParts(value));
  return result.value ?? toCallFlaw(path, result.issues);
}

/** A message that calls tools needs no text. */
function isCallAlone({ content, tool_calls: calls }: Record<string, unknown>): boolean {
  return Array.isArray(calls) && calls.length > 0 && (content == null || content === '');
}

/** Role and content are fine by now, so it is a call that is not. */
function toCallFlaw(path: readonly PathSegment[], issues: readonly SchemaIssue[]): SampleFlaw {
  const [key = 'tool_calls', index = 0] = issues[0]?.path ?? [];
  const at = [...path, key, index];
  const hint =
    'Write tool_calls = [{ name = "search", arguments = { query = "…" } }], or copy the tool calls from a chat API.';
  return new SampleFlaw({ path: at, reason: `${renderPath(at)} is not a tool call`, hint });
}

/** What is null counts as absent, and a message that only calls tools has an empty text. */
function withPlainParts(message: Record<string, unknown>): Record<string, unknown> {
  const { content, tool_calls: calls, ...rest } = message;
  return { ...rest, content: content ?? '', ...(calls == null ? {} : { tool_calls: calls }) };
}

function findTextFlaw(message: Record<string, unknown>, key: string, index: number): SampleFlaw | undefined {
  const path = ['messages', index, key];
  const value = message[key];
  if (typeof value === 'string' && value !== '') return undefined;
  if (value === undefined)
    return new SampleFlaw({ path: ['messages', index], reason: `${renderPath(path)} is missing` });
  const reason = value === '' ? 'is empty' : `must be text, got ${renderGot(value)}`;
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  const hint = isPlain ? { hint: `Put it in quotes: "${String(value)}".` } : {};
  return new SampleFlaw({ path, reason: `${renderPath(path)} ${reason}`, ...hint });
}
