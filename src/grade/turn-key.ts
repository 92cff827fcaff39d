import { definedOnly } from '../base/defined-only.ts';
import type { AnswerKey } from '../conversation/answer-key.ts';
import type { EvalCase } from '../conversation/case.ts';
import type { Content, Message } from '../conversation/message.ts';
import type { Ref } from '../conversation/ref.ts';
import { type FormatOptions, toFileText } from '../format/attachment.ts';
import { listContentParts, toImageText } from '../format/question.ts';
import type { GradedConversation, GradedReply } from './graded-conversation.ts';

/** What is known about a good reply at one position of the conversation. */
export interface TurnKey {
  /** A good reply: from the answer key, the scripted line, or the known message at this position. */
  readonly reference?: string;
  /** What a good reply achieves: from the line, the answer key, or the case. */
  readonly outcome?: string;
  /** The references of this turn. */
  readonly refs: readonly Ref[];
  readonly mustMention?: readonly string[];
  readonly mustNotMention?: readonly string[];
  readonly mustMatch?: readonly string[];
  readonly mustNotMatch?: readonly string[];
}

export function toTurnKey(conversation: GradedConversation, reply: GradedReply, files: FormatOptions): TurnKey {
  const key = findAnswerKey(conversation, reply);
  return definedOnly({
    reference: findReference(conversation, reply, files),
    outcome: findLine(conversation, reply)?.outcome ?? key?.outcome ?? conversation.evalCase.outcome,
    refs: listTurnRefs(conversation, reply),
    mustMention: key?.mustMention,
    mustNotMention: key?.mustNotMention,
    mustMatch: key?.mustMatch,
    mustNotMatch: key?.mustNotMatch,
  });
}

/**
 * The text of a good reply at this position. For an attached file it is the text of the file. Undefined: there is none.
 * Throws a Fault if a file cannot be read, because its name must not count as the reply.
 */
export function findReference(
  conversation: GradedConversation,
  reply: GradedReply,
  files: FormatOptions,
): string | undefined {
  const written = findAnswerKey(conversation, reply)?.reference;
  if (written !== undefined && written.trim() !== '') return written;
  const line = findLine(conversation, reply);
  return toText(line === undefined ? findKnownMessage(conversation, reply)?.content : line.expect, files);
}

/** The references of the known message at this position. */
export function listTurnRefs(conversation: GradedConversation, reply: GradedReply): readonly Ref[] {
  return findKnownMessage(conversation, reply)?.refs ?? [];
}

function findAnswerKey({ evalCase }: GradedConversation, { turnIndex }: GradedReply): AnswerKey | undefined {
  return evalCase.answer_keys?.find((key) => key.turnIndex === turnIndex)?.answerKey;
}

function findLine({ evalCase }: GradedConversation, { scriptTurn }: GradedReply) {
  return scriptTurn === undefined ? undefined : evalCase.turns?.[scriptTurn];
}

/**
 * The known assistant message at the position of a reply. After the first expected message, only every-turn and script
 * play follow the known conversation. A simulated user says something else there.
 */
function findKnownMessage({ evalCase, play }: GradedConversation, reply: GradedReply): Message | undefined {
  if (reply.scriptTurn !== undefined) return undefined;
  const message = findMessageAt(reply.turnIndex, evalCase, play === 'every-turn' || play === 'script');
  return message?.role === 'assistant' ? message : undefined;
}

function findMessageAt(turnIndex: number, evalCase: EvalCase, isKept: boolean): Message | undefined {
  const { input_messages: input, expected_messages: expected = [], turns } = evalCase;
  const behindInput = turnIndex - input.length;
  if (behindInput < 0) return input[turnIndex];
  return turns === undefined && (behindInput === 0 || isKept) ? expected[behindInput] : undefined;
}

function toText(content: Content | null | undefined, files: FormatOptions): string | undefined {
  const parts = listContentParts({ role: 'assistant', ...(content === undefined ? {} : { content }) });
  const texts = parts.flatMap((part) => {
    if (part.type === 'text') return [part.text];
    return part.type === 'image' ? [toImageText(part.written)] : (toFileText(part.written, files) ?? []);
  });
  return texts.length === 0 ? undefined : texts.join('\n\n');
}
