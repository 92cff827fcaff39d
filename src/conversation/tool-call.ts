import { z } from 'zod';
import { isOneLine } from './one-line.ts';

const CallArguments = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .describe('Arguments, as a mapping or as JSON text.');

const CallId = z.string().optional().describe('Name of the call; the message that answers it says it in tool_call_id.');
const CallName = z
  .string()
  .refine(isOneLine, 'The name contains a line break or another control character.')
  .describe('Name of the tool.');

/** A call of a tool by the assistant: the form of chat APIs, or the short `{name, arguments}`. */
export const ToolCall = z.union([
  z.looseObject({
    id: CallId,
    type: z.literal('function').optional().describe('As chat APIs write it.'),
    function: z
      .looseObject({ name: CallName, arguments: CallArguments.optional() })
      .describe('What is called, and with what.'),
  }),
  z.strictObject({ id: CallId, name: CallName, arguments: CallArguments.optional() }),
]);
export type ToolCall = z.infer<typeof ToolCall>;

/** Name and arguments of a call, whichever form it was written in. */
export function toCallParts(call: ToolCall): { readonly name: string; readonly arguments: unknown } {
  if ('function' in call) return { name: call.function.name, arguments: call.function.arguments };
  return { name: call.name, arguments: call.arguments };
}
