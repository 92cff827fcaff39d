import { z } from 'zod';

const CallArguments = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .describe('Arguments, as a mapping or as JSON text.');

/** A call of a tool by the assistant: the form of chat APIs, or the short `{name, arguments}`. */
export const ToolCall = z.union([
  z.looseObject({
    id: z.string().optional(),
    type: z.literal('function').optional(),
    function: z.looseObject({ name: z.string(), arguments: CallArguments.optional() }),
  }),
  z.strictObject({ id: z.string().optional(), name: z.string(), arguments: CallArguments.optional() }),
]);
export type ToolCall = z.infer<typeof ToolCall>;

/** Name and arguments of a call, whichever form it was written in. */
export function toCallParts(call: ToolCall): { readonly name: string; readonly arguments: unknown } {
  if ('function' in call) return { name: call.function.name, arguments: call.function.arguments };
  return { name: call.name, arguments: call.arguments };
}
