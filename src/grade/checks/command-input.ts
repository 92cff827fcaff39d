import { definedOnly } from '../../base/defined-only.ts';
import type { Message } from '../../conversation/message.ts';
import { type FormatOptions, isGuidelinePath } from '../../format/attachment.ts';
import { type ContentPart, listContentParts } from '../../format/parts.ts';
import type { AskedRequest, GradedSubject } from '../graded-conversation.ts';
import { listTrace } from '../list-trace.ts';
import { toTurnKey } from '../turn-key.ts';

/**
 * What a grading program reads on stdin. `messages`: what the target got before the reply, or the whole conversation,
 * where that is graded; then `turnIndex` is null, and `reply` every reply, a blank line between two. What an agent did on
 * its way to a reply comes before that reply.
 */
export function toCommandInput(subject: GradedSubject, fileOptions: FormatOptions): string {
  const { conversation, reply, text, toolCalls } = subject;
  const { id, eval: evalName, tags, outcome } = conversation.evalCase;
  const asked = reply === null ? undefined : conversation.requestOf(reply);
  const key = reply === null ? undefined : toTurnKey(conversation, reply, fileOptions);
  return JSON.stringify({
    case: definedOnly({ id, eval: evalName, tags, outcome }),
    turnIndex: reply?.turnIndex ?? null,
    reply: text,
    question: asked?.question,
    messages: listMessages(subject, asked ?? { ...conversation, history: conversation.played }),
    reference: key?.reference,
    outcome: key?.outcome ?? outcome,
    refs: key?.refs ?? [],
    toolCalls,
    call: reply?.call,
  });
}

function listMessages(
  { conversation, reply }: GradedSubject,
  { history, places = [] }: Pick<AskedRequest, 'history' | 'places'>,
): readonly Message[] {
  const before = history.flatMap(({ message }, index) => [
    ...listTrace(places[index] ?? index, conversation, reply),
    message,
  ]);
  return reply === null ? before : [...before, ...listTrace(reply.turnIndex, conversation, reply)];
}

/** The input of a program that was written for AgentV. Paths are as the eval file writes them. */
export function toAgentvInput({ conversation, reply, text }: GradedSubject, fileOptions: FormatOptions): string {
  const last = reply ?? conversation.replies.at(-1);
  const asked = last === undefined ? undefined : conversation.requestOf(last);
  const key = last === undefined ? undefined : toTurnKey(conversation, last, fileOptions);
  const parts = (asked?.history ?? []).flatMap(({ message }) => listContentParts(message));
  const files = parts.flatMap((part) => (part.type === 'file' ? [part.written] : []));
  return JSON.stringify({
    question: asked?.question ?? '',
    expected_outcome: key?.outcome ?? conversation.evalCase.outcome ?? '',
    reference_answer: key?.reference ?? '',
    candidate_answer: text,
    guideline_paths: files.filter((path) => isGuidelinePath(path, {})),
    input_files: files.filter((path) => !isGuidelinePath(path, {})),
    input_segments: parts.map(toSegment),
  });
}

function toSegment(part: ContentPart): { readonly type: string; readonly value: string } {
  return { type: part.type, value: part.type === 'text' ? part.text : part.written };
}
