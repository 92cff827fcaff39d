import type { EvalCase } from '../conversation/case.ts';
import type { Message } from '../conversation/message.ts';
import { isWebAddress } from '../conversation/url.ts';
import { type FormatOptions, identifyFile, isGuidelinePath, toShownPath } from './attachment.ts';
import { type ChatMessage, toChatMessages } from './chat.ts';
import { formatConversation, listContentParts } from './question.ts';

/** What a target would get for a case, in both forms. */
export interface FirstCall {
  readonly id: string;
  readonly eval: string;
  readonly markers: boolean;
  readonly question: string;
  readonly guidelines: string;
  readonly messages: readonly ChatMessage[];
  readonly files: readonly { readonly path: string; readonly guideline: boolean }[];
}

/** The call for the reply to these messages. */
export function toCall(
  evalCase: Pick<EvalCase, 'id' | 'eval'>,
  messages: readonly Message[],
  options: FormatOptions,
): FirstCall {
  return {
    id: evalCase.id,
    eval: evalCase.eval,
    ...formatConversation(messages, options),
    messages: toChatMessages(messages, options),
    files: listAttachedFiles(messages, options),
  };
}

/** The messages of the first call of a case. A scripted case starts with its first user line. */
export function listFirstMessages(evalCase: EvalCase): readonly Message[] {
  const [first] = evalCase.turns ?? [];
  if (first === undefined) return evalCase.input_messages;
  return [...evalCase.input_messages, { role: 'user', content: first.user }];
}

export function listAttachedFiles(messages: readonly Message[], options: FormatOptions): FirstCall['files'] {
  const files = new Map<string, boolean>();
  for (const part of messages.flatMap(listContentParts)) {
    if (part.type === 'text' || isWebAddress(part.written)) continue;
    files.set(toShownPath(part.written), part.type === 'file' && isGuidelinePath(part.written, options));
  }
  return [...files].map(([path, guideline]) => ({ path, guideline }));
}

/** Absolute paths of the attached files in order of first appearance. Two spellings of a path are one file. */
export function listFilePaths(messages: readonly Message[], options: FormatOptions): readonly string[] {
  const { locateFile = toShownPath } = options;
  const paths = new Map<string, string>();
  for (const part of messages.flatMap(listContentParts)) {
    if (part.type === 'text' || isWebAddress(part.written)) continue;
    const file = identifyFile(part.written, options);
    if (!paths.has(file)) paths.set(file, locateFile(toShownPath(part.written), part.written));
  }
  return [...paths.values()];
}
