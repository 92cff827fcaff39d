import type { ReplyEntry, TurnEntry } from '../../src/conversation/run/run-record.ts';
import type { ConversationStart, StoredConversation } from '../../src/conversation/stored-conversation.ts';

type Changes = Partial<Omit<StoredConversation, 'start'>> & { readonly start?: Partial<ConversationStart> };

/** A conversation as a run recorded it: before each reply the user said "Hi". */
export function makeStored(replies: readonly string[], { start, ...changes }: Changes = {}): StoredConversation {
  return {
    number: 1,
    start: {
      id: 'c',
      eval: 'd',
      target: 't',
      send: 'question',
      play: 'script',
      repeat: 0,
      file: 0,
      position: 0,
      tags: [],
      ...start,
    },
    turns: replies.map(toTurn),
    replies: replies.map(toReply),
    verdicts: [],
    end: { status: 'pass' },
    ...changes,
  };
}

function toTurn(_reply: string, index: number): TurnEntry {
  return { turnIndex: 2 * index, played: { message: { role: 'user', content: 'Hi' } } };
}

function toReply(content: string, index: number): ReplyEntry {
  return {
    turnIndex: 2 * index + 1,
    by: 'target',
    played: { message: { role: 'assistant', content } },
    guidelines: '',
    call: { latencyMs: 1, costUsd: null },
  };
}
