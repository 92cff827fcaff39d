import { type JsonValue, query } from 'jsonpath-rfc9535';
import parseJsonPath from 'jsonpath-rfc9535/parser';
import { definedOnly } from '../../base/defined-only.ts';
import { Fault } from '../../base/fault.ts';
import { isJson } from '../../base/json-value.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { type AgentReply, parseAgentReply } from '../agent-reply.ts';
import { assertShallow } from '../assert-shallow.ts';
import { hideSecrets } from '../hide-secrets.ts';
import { replyLimitCharacters, TargetError } from '../port.ts';
import { toUsage } from '../reported-usage.ts';
import { toShape } from '../value-shape.ts';

/** An answer as it came. */
export interface Answer {
  readonly body: string;
  /** The content type; empty when there was none. */
  readonly type: string;
  /** Hidden where an error quotes the body. */
  readonly secrets?: readonly string[];
}

/**
 * The reply in an answer. With a path it is what the path finds: texts (several: each on a line of its own), a message,
 * or a list of messages. Without one it is under one of the usual keys of JSON, or the body itself.
 */
export function parseAnswer(answer: Answer, findReply?: (value: unknown) => readonly unknown[]): AgentReply {
  if (findReply === undefined)
    return hasJson(answer) ? parseAgentReply(parseJson(answer)) : { text: answer.body.trim() };
  const value = parseJson(answer);
  assertShallow(value);
  const found = findReply(value).filter((one) => one !== null);
  if (found.length === 0) throw toNothingFound(value);
  const usage = toUsage(isPlainObject(value) ? value.usage : undefined);
  const reply = found.every(isScalar) ? { text: found.join('\n') } : parseAgentReply(found[0]);
  return { ...definedOnly({ usage }), ...reply };
}

/** Without a content type, JSON is what can be read as JSON: a text may begin with a bracket, too. */
function hasJson({ body, type }: Answer): boolean {
  return type === '' ? /^\s*[[{"]/.test(body) && isJson(body) : /\bjson\b/i.test(type);
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function parseJson({ body, secrets = [] }: Answer): unknown {
  try {
    return JSON.parse(body);
  } catch {
    const safe = hideSecrets(body, secrets);
    const begin = safe.length > 80 ? `${safe.slice(0, 79)}…` : safe;
    const message = `The service did not return valid JSON. It returned: ${begin}`;
    throw new TargetError({ cause: 'malformed-reply', message, retryable: true });
  }
}

function toNothingFound(value: unknown): TargetError {
  const message = `The target's \`reply\` path matches nothing in the response. The response has ${toShape(value)}.`;
  return new TargetError({ cause: 'malformed-reply', message, retryable: false });
}

/** What a JSONPath (RFC 9535) finds in an answer, in order. A path that is none is a Fault. */
export function compileReplyPath(path: string, id: string): (answer: unknown) => readonly unknown[] {
  try {
    parseJsonPath(path);
  } catch (error) {
    const reason = error instanceof Error ? ` ${error.message}` : '';
    throw new Fault(
      {
        code: 'TARGET_BAD_JSONPATH',
        message: `The reply "${path.slice(0, 80)}" of target "${id}" is not valid JSONPath.${reason}`,
        hint: 'Use an expression such as $.choices[0].message.content.',
      },
      { cause: error },
    );
  }
  // An answer comes out of JSON.parse, so it is a JSON value.
  return (answer) => query(answer as JsonValue, path);
}

/** A body as text, read as far as the limit. Bytes that are not UTF-8 become the replacement character. */
export async function readBody(response: Response, limit = replyLimitCharacters): Promise<string> {
  if (response.body === null) return '';
  if (isKnownShort(response.headers, limit)) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    // Leaving the loop cancels the body, and with it the connection.
    if (text.length > limit) throw toTooLong();
  }
  return text + decoder.decode();
}

/** The header gives the length on the wire, which says nothing about a compressed body. */
function isKnownShort(headers: Headers, limit: number): boolean {
  const told = headers.get('content-length');
  return told !== null && Number(told) <= limit && headers.get('content-encoding') === null;
}

function toTooLong(): TargetError {
  const message = `The reply is longer than ${replyLimitCharacters / 1_000_000} million characters.`;
  return new TargetError({ cause: 'reply-too-long', message, retryable: false });
}
