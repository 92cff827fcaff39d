import { z } from 'zod';
import { isOneLine } from './one-line.ts';
import { Ref } from './ref.ts';
import { ToolCall } from './tool-call.ts';

/** Chat APIs name the value after the type: `{type: text, text: …}`. */
const valueHint = 'Write it as "value".';

export const TextPart = z.strictObject({
  type: z.literal('text'),
  value: z
    .string({ error: ({ input }) => (input === undefined ? `Missing key "value".\n${valueHint}` : undefined) })
    .describe('The text.'),
});
/** A path or URL takes one line of the formatted question. */
const Path = z.string().min(1).refine(isOneLine, 'The path contains a line break or another control character.');

export const FilePart = z.strictObject({
  type: z.literal('file'),
  value: Path.describe('Path of a text file inside the project.'),
});
export const ImagePart = z.strictObject({
  type: z.literal('image'),
  value: Path.describe('Path of an image inside the project, or an http(s) URL. Turnwise does not fetch it.'),
});

/** An object that is sent as JSON. One with `type` or `value` is probably a misspelled part. */
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

/** Messages in order: the one noun everything shares. */
export const Conversation = z.array(Message);
export type Conversation = readonly Message[];
