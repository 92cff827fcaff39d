import { hashJson } from '../base/hash.ts';
import { toCluster } from '../conversation/cluster.ts';
import { toSentMessage } from '../conversation/message.ts';
import { isSystemRole } from '../conversation/role.ts';
import { findFirstFailure, findFirstReason, findFirstUngraded } from '../conversation/run/first-reason.ts';
import type { ReplyEntry, TurnEntry } from '../conversation/run/run-record.ts';
import type { StoredConversation } from '../conversation/stored-conversation.ts';
import type { RunStore } from '../store/port.ts';
import type { Asked, ComparedCase } from './compared-case.ts';
import { type ComparedSide, isOnSide } from './compared-side.ts';
import { type GraderRules, toGraderRules } from './grader-rules.ts';
import type { PairedName } from './pair-cases.ts';

/** A conversation of a side that has ended, and what decides which one it is compared with. */
export interface SideCase extends Omit<ComparedCase, 'key'> {
  readonly name: PairedName;
  readonly rules: GraderRules;
  /** The first thing that was wrong. */
  readonly reason?: string;
}

/** The conversations of a side that are at their end, by the verdicts that count now; without their messages. */
export async function readSideCases(
  runs: Pick<RunStore, 'conversations'>,
  side: ComparedSide,
): Promise<readonly SideCase[]> {
  const cases: SideCase[] = [];
  const written = side.record.spec.files.map(({ graders = [] }) => new Map(graders.map(({ id, hash }) => [id, hash])));
  for await (const conversation of runs.conversations(side.run, { grading: side.grading ?? 0 })) {
    if (conversation.end === undefined || !isOnSide(side, conversation.start)) continue;
    const rules = toGraderRules(conversation.verdicts, written[conversation.start.file] ?? new Map());
    cases.push({ ...toSideCase(conversation, side), rules });
  }
  return cases;
}

/** What a comparison looks at, under the keys that find their pairs. */
export function toComparedCases(
  cases: readonly SideCase[],
  toKey: (name: PairedName) => string,
): readonly ComparedCase[] {
  return cases.map(({ name, reason: _, rules: _rules, ...rest }) => ({ ...rest, key: toKey(name) }));
}

function toSideCase(conversation: StoredConversation, { record }: ComparedSide): Omit<SideCase, 'rules'> {
  const { number, start, end, replies, verdicts } = conversation;
  const { id, eval: evalName, send, play, repeat, tags } = start;
  const verdict = findFirstFailure(verdicts) ?? findFirstUngraded(verdicts);
  const reason = findFirstReason({ error: end?.error, reason: end?.reason, verdict });
  const spoken = replies.filter(({ by }) => by === 'target');
  return {
    name: { id, eval: evalName, send, play, repeat, file: record.spec.files[start.file]?.path ?? '' },
    ...{ id, eval: evalName, repeat, tags, number },
    cluster: toCluster(start),
    asked: toAsked(conversation),
    status: end?.status ?? 'skipped',
    normalizedScore: end?.aggregate?.mean ?? null,
    costUsd: toCostUsd(spoken),
    latencyMs: toLatencyMs(spoken),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** What a reply from the cache would cost is not known: it is recorded as free. */
function toCostUsd(replies: readonly ReplyEntry[]): number | null {
  let sum = 0;
  for (const { call } of replies) {
    if (call.costUsd === null || call.cached === true) return null;
    sum += call.costUsd;
  }
  return replies.length === 0 ? null : sum;
}

function toLatencyMs(replies: readonly ReplyEntry[]): number | null {
  const called = replies.filter(({ call }) => call.cached !== true);
  if (called.length === 0) return null;
  return called.reduce<number | null>((sum, { call }) => addKnown(sum, call.latencyMs), 0);
}

/** A sum with an unknown part is unknown. */
function addKnown(sum: number | null, part: number | null): number | null {
  return sum === null || part === null ? null : sum + part;
}

/**
 * What was put into a conversation, by content. Instructions do not count: a prompt that was changed is what a comparison
 * is for. Nor does the reference behind the last reply of every-turn play, which no target saw. With a simulated user,
 * tool results answer the target's own calls.
 */
export function toAsked({
  start: { play },
  turns,
  replies,
}: Pick<StoredConversation, 'start' | 'turns' | 'replies'>): Asked {
  const lastReply = replies.findLast(({ by }) => by === 'target')?.turnIndex ?? Number.POSITIVE_INFINITY;
  const isPut = ({ turnIndex, played: { message } }: TurnEntry) =>
    turnIndex < lastReply && !isSystemRole(message.role) && !(play === 'simulate' && message.role === 'tool');
  const put = turns.filter(isPut);
  return {
    play,
    messages: put.map(({ played: { message, texts } }) => hashJson({ ...toSentMessage(message), texts })),
  };
}
