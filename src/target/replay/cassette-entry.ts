import { hash } from 'node:crypto';
import { z } from 'zod';
import { Message, ToolCall } from '../../conversation/message.ts';
import { CallRecord } from '../../conversation/run/run-record.ts';
import { Send } from '../../conversation/target-spec.ts';
import type { TargetReply, TargetRequest } from '../port.ts';

const count = z.number().int().nonnegative();

/** The request. `messages` is present when that is the form that was sent. They are only compared, never read. */
const RecordedRequest = z.strictObject({
  send: Send,
  question: z.string(),
  guidelines: z.string(),
  messages: z.array(z.record(z.string(), z.unknown())).optional(),
});
export type RecordedRequest = z.infer<typeof RecordedRequest>;

/** One call of a recording: one line of a cassette. It contains texts of the conversation, and no address or header. */
export const CassetteEntry = z.strictObject({
  target: z.string(),
  request: RecordedRequest,
  repeat: count,
  replyIndex: count.optional(),
  reply: z.strictObject({
    text: z.string(),
    toolCalls: z.array(ToolCall).optional(),
    trace: z.array(Message).optional(),
    isStructured: z.literal(true).optional(),
    call: CallRecord,
  }),
});
export type CassetteEntry = z.infer<typeof CassetteEntry>;

/** A line of a cassette, without its line break. */
export function toCassetteLine(target: string, request: TargetRequest, reply: TargetReply): string {
  const { send, question, guidelines, repeat, replyIndex } = request;
  const messages = send === 'messages' ? { messages: request.messages } : {};
  return JSON.stringify({ target, request: { send, question, guidelines, ...messages }, repeat, replyIndex, reply });
}

/** What a key is made of; a request and its record both have it. */
interface Asked extends Pick<TargetRequest, 'send' | 'question' | 'guidelines'> {
  readonly messages?: unknown;
}

/** The same key for equal requests: the form that was sent, and the repeat. */
export function toRequestKey(asked: Asked, repeat: number): string {
  const { send } = asked;
  const sent = send === 'messages' ? [send, asked.messages, repeat] : [send, asked.question, asked.guidelines, repeat];
  return hash('sha256', JSON.stringify(sent), 'hex');
}
