import { z } from 'zod';
import { Ref } from './ref.ts';

/** Whether a text fits on one line: it has no line break and no other control character. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(text);
}

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

/** Chat APIs call the value by its type: `{type: text, text: …}`. */
const valueHint = 'Write it as "value".';

const TextPart = z.strictObject({
  type: z.literal('text'),
  value: z
    .string({ error: ({ input }) => (input === undefined ? `Missing key "value".\n${valueHint}` : undefined) })
    .describe('The text.'),
});
/** A path or URL is one line of the formatted question. */
const Path = z.string().min(1).refine(isOneLine, 'The path contains a line break or another control character.');

const FilePart = z.strictObject({
  type: z.literal('file'),
  value: Path.describe('Path of a text file inside the project.'),
});
const ImagePart = z.strictObject({
  type: z.literal('image'),
  value: Path.describe('Path of an image inside the project, or an http(s) URL. Turnwise does not fetch it.'),
});

/** An object that is sent as JSON. With `type` or `value` it is probably a misspelled part. */
const DataPart = z.record(z.string(), z.unknown()).refine((data) => !('type' in data) && !('value' in data), {
  abort: true,
  error: 'A part needs a "type": text, file or image.',
});

export const Part = z.union([z.string(), z.discriminatedUnion('type', [TextPart, FilePart, ImagePart]), DataPart]);
export type Part = z.infer<typeof Part>;

export const Content = z
  .union([z.string(), z.array(Part), z.record(z.string(), z.unknown())])
  .describe('Text, a list of parts, or an object that is sent as JSON.');
export type Content = z.infer<typeof Content>;

export const Role = z
  .string()
  .refine((role) => role.trim() !== '', 'The role is blank.')
  .refine(isOneLine, 'The role contains a line break or another control character.');

/** Role and content. Roles are open: system, developer, user, assistant and tool are known, any other is accepted. */
export const Message = z
  .strictObject({
    role: Role.describe('The speaker: system, developer, user, assistant, tool, or any other word.'),
    content: Content.nullable()
      .optional()
      .describe('Text, a list of parts, or an object that is sent as JSON. Optional if the message has tool_calls.'),
    name: z.string().optional().describe('Name of the speaker or the tool.'),
    tool_calls: z.array(ToolCall).optional().describe('Tool calls the assistant made in this message.'),
    tool_call_id: z.string().optional().describe('Id of the tool call that this message answers.'),
    refs: z.array(Ref).optional().describe('References behind this message.'),
    tags: z.array(z.string()).optional().describe('Tags for reports and `when`.'),
    id: z.string().optional().describe('Stable id of the message.'),
  })
  .refine((message) => message.content != null || (message.tool_calls?.length ?? 0) > 0, {
    path: ['content'],
    when: ({ issues }) => issues.length === 0,
    error: 'The message has no content.\nAdd "content" or "tool_calls".',
  });
export type Message = z.infer<typeof Message>;

/** Messages in order. */
export const Conversation = z.array(Message);
export type Conversation = readonly Message[];

/** Whether a file is a guideline by its name, regardless of the config. */
export function isInstructionsFile(path: string): boolean {
  return /\.instructions\.md$/i.test(path);
}

/** Whether content has nothing to show, as far as that is known without reading files. */
export function isBlankContent(content: Content | null | undefined): boolean {
  if (content == null) return true;
  if (typeof content === 'string') return content.trim() === '';
  return Array.isArray(content) && content.every(isBlankPart);
}

function isBlankPart(part: Part): boolean {
  if (typeof part === 'string') return part.trim() === '';
  if (typeof part.value !== 'string') return false;
  if (part.type === 'text') return part.value.trim() === '';
  return part.type === 'file' && isInstructionsFile(part.value);
}

/** Whether a message has nothing to show. An empty tool result still answers its call. */
export function isBlankMessage({ content, tool_calls: calls = [], tool_call_id: answered }: Message): boolean {
  return calls.length === 0 && answered === undefined && isBlankContent(content);
}

/**
 * The position of an assistant message that is not followed by a shown message. Undefined: there is something to
 * answer.
 */
export function findUnanswerable(messages: readonly Message[]): number | undefined {
  const last = messages.findLastIndex((message) => !isBlankMessage(message));
  return messages[last]?.role === 'assistant' ? last : undefined;
}

/** The part of a message that the target receives. Refs, tags and ids are left out. */
export function toSentMessage({ role, content, name, tool_calls: calls, tool_call_id: callId }: Message) {
  return { role, content: content ?? null, name, calls, callId };
}
