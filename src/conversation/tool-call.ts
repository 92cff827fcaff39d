import { z } from 'zod';
import { isOneLine } from './one-line.ts';

const CallArguments = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .describe('Arguments, as a mapping or as JSON text.');

const CallId = z.string().optional().describe('Id of the call. The message with its result has the same tool_call_id.');
const CallName = z
  .string()
  .refine(isOneLine, 'The name contains a line break or another control character.')
  .describe('Tool name.');

/** A tool call by the assistant: as in chat APIs, or the short form `{name, arguments}`. */
export const ToolCall = z.union([
  z.looseObject({
    id: CallId,
    type: z.literal('function').optional().describe('As in chat APIs.'),
    function: z
      .looseObject({ name: CallName, arguments: CallArguments.optional() })
      .describe('The function and its arguments.'),
  }),
  z.strictObject({ id: CallId, name: CallName, arguments: CallArguments.optional() }),
]);
export type ToolCall = z.infer<typeof ToolCall>;

/** Name and arguments of a call, in either form. */
export function toCallParts(call: ToolCall): { readonly name: string; readonly arguments: unknown } {
  if ('function' in call) return { name: call.function.name, arguments: call.function.arguments };
  return { name: call.name, arguments: call.arguments };
}
