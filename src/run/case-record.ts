import type { ReplyEntry } from '../conversation/played.ts';
import type { AttemptRecord, CaseRecord, PlayedMessage, RawRequest, TurnRecord } from '../conversation/run-record.ts';
import { toQuestion } from '../play/played-message.ts';
import type { StoredConversation } from '../store/port.ts';
import { listPlayedBefore, listToolCalls } from './conversation-log.ts';

/** A conversation as `run --json` shows it. What was asked is told again from the messages that were recorded. */
export function toCaseRecord(conversation: StoredConversation): CaseRecord {
  const { start, verdicts, end } = conversation;
  const { id, dataset, target, send, play, repeat, tags } = start;
  return {
    id,
    dataset,
    target,
    send,
    play,
    repeat,
    tags: [...tags],
    status: end?.status ?? 'skipped',
    ...(end === undefined ? { reason: 'The run stopped in the middle of it.' } : {}),
    ...(end?.reason === undefined ? {} : { reason: end.reason }),
    turns: listTurnRecords(conversation),
    verdicts: [...verdicts],
    ...(end?.folds === undefined ? {} : { folds: end.folds }),
    ...(end?.error === undefined ? {} : { error: end.error }),
    ...(end?.simulation === undefined ? {} : { simulation: end.simulation }),
    ...(conversation.abandoned === undefined ? {} : { abandoned: listAttempts(conversation) }),
    raw_request: findLastRequest(conversation),
  };
}

function listAttempts(conversation: StoredConversation): AttemptRecord[] {
  const { abandoned = [] } = conversation;
  return abandoned.map(({ turns, replies, verdicts, ...known }) => ({
    ...known,
    turns: listTurnRecords({ ...conversation, turns, replies }),
    verdicts: [...verdicts],
  }));
}

function listTurnRecords(conversation: StoredConversation): TurnRecord[] {
  const replies = conversation.replies.filter(({ by }) => by === 'target');
  return replies.map((reply) => toTurnRecord(reply, conversation));
}

function toTurnRecord(reply: ReplyEntry, conversation: StoredConversation): TurnRecord {
  const { message } = reply.played;
  const calls = listToolCalls(reply);
  return {
    turnIndex: reply.turnIndex,
    reply: typeof message.content === 'string' ? message.content : '',
    ...(calls.length === 0 ? {} : { toolCalls: [...calls] }),
    ...reply.call,
    raw_request: toRawRequest(reply, conversation),
  };
}

/** What the target got last, whether it answered or not. */
function findLastRequest(conversation: StoredConversation): RawRequest | null {
  const asked = conversation.end?.asked ?? conversation.replies.findLast(({ by }) => by === 'target');
  return asked === undefined ? null : toRawRequest(asked, conversation);
}

type Asked = Pick<ReplyEntry, 'turnIndex' | 'guidelines'>;

/** What the target got for the reply at this turn. */
function toRawRequest(asked: Asked, conversation: StoredConversation): RawRequest {
  return { question: toQuestion(listHistory(asked, conversation)), guidelines: asked.guidelines };
}

/** The messages before a reply; in every-turn play replies are never among them. */
function listHistory(asked: Asked, { start, turns, replies }: StoredConversation): readonly PlayedMessage[] {
  return listPlayedBefore(asked.turnIndex, { play: start.play, turns, replies });
}
