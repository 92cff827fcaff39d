import { hash } from 'node:crypto';
import type { ConversationStart } from '../conversation/stored-conversation.ts';

/** The part of a conversation id that is the same in all its attempts. */
export type ConversationKey = Pick<ConversationStart, 'file' | 'id' | 'target' | 'send' | 'play' | 'repeat'>;

const keyDigits = 16;

/**
 * Names a conversation to its target: run, a hash of what makes it unique within the run, attempt.
 * Nothing has to be stored for it: the same conversation has the same id after a resume. It has letters, digits and
 * dashes alone, so it can be in an address, a header, a variable and a file name.
 */
export function toConversationId(run: string, start: ConversationKey, attempt: number): string {
  const { file, id, target, send, play, repeat } = start;
  const key = hash('sha256', JSON.stringify([file, id, target, send, play, repeat]), 'hex').slice(0, keyDigits);
  return `${run}-${key}-${attempt}`;
}

/** The id that one call names. In every-turn play each turn is a conversation of its own. */
export function toCallId(id: string, { play }: Pick<ConversationKey, 'play'>, turnIndex: number | undefined): string {
  return play === 'every-turn' && turnIndex !== undefined ? `${id}-t${turnIndex + 1}` : id;
}
