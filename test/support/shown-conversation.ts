import type { CallRecord, ReplyEntry } from '../../src/conversation/run/run-record.ts';
import type { CaseStatus, Verdict } from '../../src/conversation/verdict.ts';
import type { ShownConversation } from '../../src/report/render-conversation.ts';

export interface ConversationShape {
  readonly start?: Partial<ShownConversation['start']>;
  /** A reply each: whether its one grader passes; undefined: it is not graded. */
  readonly replies?: readonly (boolean | undefined)[];
  readonly call?: Partial<CallRecord>;
  /** Besides those of the replies. */
  readonly verdicts?: readonly Verdict[];
  readonly status?: CaseStatus;
  readonly end?: Partial<NonNullable<ShownConversation['end']>>;
}

export function makeVerdict(grader: string, turnIndex: number | null, pass: boolean): Verdict {
  const [score, reason] = pass ? [1, 'Good.'] : [0, 'The reply does not contain "refund". Got "No".'];
  return { grader, turnIndex, status: 'graded', score, normalizedScore: score, pass, reason };
}

/** A conversation of a run: user line, reply, user line, reply; graded and ended as its replies say. */
export function makeShownConversation(shape: ConversationShape = {}): ShownConversation {
  const { replies = [true], start, call, verdicts = [], end } = shape;
  const own = replies.flatMap((pass, reply) =>
    pass === undefined ? [] : [makeVerdict('contains-1', 2 * reply + 1, pass)],
  );
  const all = [...own, ...verdicts];
  return {
    start: {
      ...{ id: 'c', eval: 'd', target: 'bot', send: 'question', play: 'reply', repeat: 0, tags: [] },
      ...start,
    },
    turns: replies.map((_, reply) => ({ turnIndex: 2 * reply, played: { message: { role: 'user', content: 'Hi' } } })),
    replies: replies.map((_, reply) => makeReply(2 * reply + 1, call)),
    verdicts: all,
    end: { status: shape.status ?? findStatus(all), aggregate: findAggregate(replies), ...end },
  };
}

function makeReply(turnIndex: number, call: Partial<CallRecord> = {}): ReplyEntry {
  const played = { message: { role: 'assistant', content: 'No' } };
  const known = { latencyMs: 1_000, usage: { inputTokens: 100, outputTokens: 20 }, costUsd: 0.25 };
  return { turnIndex, by: 'target', played, guidelines: '', call: { ...known, ...call } };
}

function findStatus(verdicts: readonly Verdict[]): CaseStatus {
  if (verdicts.some((verdict) => verdict.status === 'graded' && !verdict.pass)) return 'fail';
  return verdicts.length === 0 || verdicts.some(({ status }) => status === 'ungraded') ? 'ungraded' : 'pass';
}

function findAggregate(replies: readonly (boolean | undefined)[]) {
  const units = replies.filter((pass) => pass !== undefined).map(Number);
  if (units.length === 0) return { all: null, mean: null, min: null, last: null };
  const mean = units.reduce((sum, normalizedScore) => sum + normalizedScore, 0) / units.length;
  return {
    all: units.every((normalizedScore) => normalizedScore === 1),
    mean,
    min: Math.min(...units),
    last: units.at(-1) ?? null,
  };
}
