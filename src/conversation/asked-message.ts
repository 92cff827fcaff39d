import type { Message } from './message.ts';

/** As much of a message as a target gets: refs, tags and ids may be edited, and it still asks the same. */
export function toAskedMessage({ role, content, name, tool_calls: calls, tool_call_id: callId }: Message) {
  return { role, content: content ?? null, name, calls, callId };
}
