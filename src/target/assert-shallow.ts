import { isNestedDeep, nestingLimit } from '../base/json-value.ts';
import { type ToolCall, toCallParts } from '../conversation/message.ts';
import { TargetError } from './port.ts';

/** Throws `malformed-reply` when data of an answer is nested deeper than can be kept and shown. */
export function assertShallow(value: unknown): void {
  if (isNestedDeep(value)) throw toTooDeep();
}

/** Checks the arguments of tool calls, which may be JSON text. */
export function assertShallowCalls(calls: readonly ToolCall[]): void {
  for (const call of calls) {
    const { arguments: given } = toCallParts(call);
    assertShallow(typeof given === 'string' ? parseLong(given) : given);
  }
}

export function toTooDeep(): TargetError {
  const message = `The response is nested more than ${nestingLimit} levels deep.`;
  return new TargetError({ cause: 'malformed-reply', message, retryable: false });
}

/** Each level takes a character at least. */
function parseLong(text: string): unknown {
  if (text.length <= nestingLimit) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
