import {
  type AttemptRecord,
  type CallRecord,
  type CaseRecord,
  listPlayedBefore,
  listToolCalls,
  type RawRequest,
  type ReplyEntry,
  type TurnRecord,
} from '../conversation/run/run-record.ts';
import type { ConversationStart, StoredConversation } from '../conversation/stored-conversation.ts';
import type { TargetRequest } from '../target/port.ts';
import { toCallId, toConversationId } from './attempts.ts';
import { RecordedRequest } from './conversation-request.ts';

/** How to find out what the targets of a run were sent. */
export interface RunRequests {
  /** Id of the run. */
  readonly run: string;
  /** What a target is sent for a request, without secrets. `call`: the record of the call. */
  readonly toRaw: (
    start: ConversationStart,
    request: TargetRequest,
    call?: Pick<CallRecord, 'unsentSettings'>,
  ) => RawRequest;
}

/** A conversation in the form of `run --json`. Requests are derived from the recorded messages. */
export function toCaseRecord(conversation: StoredConversation, sent: RunRequests): CaseRecord {
  const { start, verdicts, end } = conversation;
  const { id, eval: evalName, target, send, play, repeat, tags } = start;
  const last = findLastRequest(conversation, sent);
  return {
    id,
    eval: evalName,
    target,
    send,
    play,
    repeat,
    tags: [...tags],
    status: end?.status ?? 'skipped',
    ...(end === undefined ? { reason: 'The run stopped during this case.' } : {}),
    ...(end?.reason === undefined ? {} : { reason: end.reason }),
    turns: listTurnRecords(conversation, sent),
    verdicts: [...verdicts],
    ...(end?.aggregate === undefined ? {} : { aggregate: end.aggregate }),
    ...(end?.error === undefined ? {} : { error: end.error }),
    ...(end?.simulation === undefined ? {} : { simulation: end.simulation }),
    ...(conversation.abandoned === undefined ? {} : { abandoned: listAttempts(conversation, sent) }),
    raw_request:
      last === undefined
        ? null
        : sent.toRaw(start, last, conversation.replies.findLast(({ by }) => by === 'target')?.call),
    formatted_question: last?.question ?? null,
  };
}

function listAttempts(conversation: StoredConversation, sent: RunRequests): AttemptRecord[] {
  const { abandoned = [] } = conversation;
  return abandoned.map(({ turns, replies, verdicts, ...known }) => ({
    ...known,
    turns: listTurnRecords({ ...conversation, turns, replies }, sent),
    verdicts: [...verdicts],
  }));
}

function listTurnRecords(conversation: StoredConversation, sent: RunRequests): TurnRecord[] {
  const replies = conversation.replies.filter(({ by }) => by === 'target');
  return replies.map((reply, replyIndex) => {
    const { conversationId } = reply.call;
    const request = toRequest(conversation, { ...reply, replyIndex, conversationId, run: sent.run });
    return toTurnRecord(reply, request, sent.toRaw(conversation.start, request, reply.call));
  });
}

function toTurnRecord(reply: ReplyEntry, { question }: TargetRequest, raw: RawRequest): TurnRecord {
  const { message } = reply.played;
  const calls = listToolCalls(reply);
  return {
    turnIndex: reply.turnIndex,
    reply: typeof message.content === 'string' ? message.content : '',
    ...(calls.length === 0 ? {} : { toolCalls: [...calls] }),
    ...reply.call,
    raw_request: raw,
    formatted_question: question,
  };
}

/** The last call, answered or not. */
function findLastRequest(conversation: StoredConversation, { run }: RunRequests): TargetRequest | undefined {
  const { start, end, attempt = 1 } = conversation;
  const replies = conversation.replies.filter(({ by }) => by === 'target');
  if (end?.asked !== undefined) {
    const conversationId = toCallId(toConversationId(run, start, attempt), start, end.asked.turnIndex);
    return toRequest(conversation, { ...end.asked, replyIndex: replies.length, conversationId, run });
  }
  const last = replies.at(-1);
  if (last === undefined) return undefined;
  const { conversationId } = last.call;
  return toRequest(conversation, { ...last, replyIndex: replies.length - 1, conversationId, run });
}

interface Asked extends Pick<ReplyEntry, 'turnIndex' | 'guidelines'> {
  readonly replyIndex: number;
  readonly conversationId: string | undefined;
  readonly run: string;
}

/** The request for a turn: the messages before it. In every-turn play they never include replies. */
function toRequest({ start, turns, replies }: StoredConversation, asked: Asked): TargetRequest {
  const { turnIndex, guidelines, replyIndex, conversationId, run: runId } = asked;
  const history = listPlayedBefore(turnIndex, { play: start.play, turns, replies });
  const { send, repeat, id: caseId } = start;
  return new RecordedRequest({ send, repeat, caseId, replyIndex, runId, conversationId, guidelines, history });
}
