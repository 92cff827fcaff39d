import { definedOnly } from '../base/defined-only.ts';
import type { AnswerKey } from '../conversation/answer-key.ts';
import type { EvalCase } from '../conversation/case.ts';
import type { Content, Message } from '../conversation/message.ts';
import type { Ref } from '../conversation/ref.ts';
import { type FormatOptions, toFileText } from '../format/attachment.ts';
import { listContentParts, toImageText } from '../format/parts.ts';
import type { GradedConversation, GradedReply } from './graded-conversation.ts';

/** What is known of a good reply at one place of the conversation. */
export interface TurnKey {
  /** A good reply: that of the answer key, else of the scripted line, else the message that is known to stand there. */
  readonly reference?: string;
  /** What a good reply achieves: as the line or the answer key says it, else the case. */
  readonly outcome?: string;
  /** The turn's own sources. */
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
 * A good reply in this place, as text; of a file that it attaches, what is in it. Undefined: there is none. A Fault when a
 * file cannot be read: its name must never be taken for the reply.
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

/** The sources behind the message that is known to stand in this place. */
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
 * The assistant message of the case that stands where the reply was given. Behind the first expected message only
 * every-turn and script play keep to what is known: a simulated user says something else there.
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
