import { isSystemRole, toRoleLabel } from '../conversation/role.ts';
import { type FormatOptions, identifyFile, isGuidelinePath, toFileBlock } from './attachment.ts';
import { type FormatMessage, listContentParts, listShownTexts } from './parts.ts';

export interface FormattedConversation {
  /** Whether turns are marked with `[Role]:` lines. */
  readonly markers: boolean;
  readonly question: string;
  readonly guidelines: string;
}

/** A message with at least one part to show. */
export interface VisibleMessage {
  readonly role: string;
  readonly texts: readonly string[];
}

/**
 * The one text that a target gets as the question, with the guidelines as system text.
 *
 * A conversation stays flat while it is leading system or developer text and at most one user message;
 * everything else is marked, turn by turn. Messages without any shown part neither show nor count.
 * The rules are in docs/explanation/how-prompts-are-built.md.
 *
 * @example
 * formatConversation([{ role: 'user', content: 'Hi' }])  // { markers: false, question: 'Hi', guidelines: '' }
 */
export function formatConversation(
  messages: readonly FormatMessage[],
  options: FormatOptions = {},
): FormattedConversation {
  const visible: VisibleMessage[] = [];
  for (const message of messages) {
    const texts = listShownTexts(message, options);
    if (texts.length > 0) visible.push({ role: message.role, texts });
  }
  return { ...renderQuestion(visible), guidelines: listGuidelines(messages, options).join('\n\n') };
}

/** The question of messages whose texts are known already. */
export function renderQuestion(visible: readonly VisibleMessage[]): Omit<FormattedConversation, 'guidelines'> {
  const markers = needsMarkers(visible);
  return { markers, question: visible.map((message) => renderMessage(message, markers)).join('\n\n') };
}

/** Flat: any number of system messages, then at most one user message, then nothing. */
function needsMarkers(visible: readonly VisibleMessage[]): boolean {
  const last = visible.length - 1;
  return !visible.every(({ role }, index) => isSystemRole(role) || (role === 'user' && index === last));
}

/** One message as it is in the question, under its `[Role]:` line when turns are marked. */
export function renderMessage({ role, texts }: VisibleMessage, markers: boolean): string {
  const text = texts.length === 1 ? (texts[0] ?? '') : texts.join('\n\n');
  return markers ? `[${toRoleLabel(role)}]:\n${text}` : text;
}

/** Each guideline file once, in order of first appearance. */
export function listGuidelines(messages: readonly FormatMessage[], options: FormatOptions): readonly string[] {
  if (messages.every(({ content }) => typeof content === 'string')) return [];
  const blocks = new Map<string, string | undefined>();
  for (const message of messages) {
    if (typeof message.content === 'string') continue;
    for (const part of listContentParts(message)) {
      if (part.type !== 'file' || !isGuidelinePath(part.written, options)) continue;
      const name = identifyFile(part.written, options);
      if (!blocks.has(name)) blocks.set(name, toFileBlock(part.written, options));
    }
  }
  return [...blocks.values()].filter((block) => block !== undefined);
}
