import type { ComparedCase } from '../compare/compared-case.ts';
import type { ReplyEntry } from '../conversation/played.ts';
import type { RunStore, StoredConversation } from '../store/port.ts';
import { type ComparedSide, isOnSide } from './compared-side.ts';
import { findFirstReason } from './first-reason.ts';
import type { PairedName } from './pair-key.ts';

/** A conversation of a side that has ended, and what decides which one it is set against. */
export interface SideCase extends Omit<ComparedCase, 'key'> {
  readonly name: PairedName;
  /** The first thing that was wrong. */
  readonly reason?: string;
}

/** The conversations of a side that are at their end, by the verdicts that count now; without their messages. */
export async function readSideCases(
  runs: Pick<RunStore, 'conversations'>,
  side: ComparedSide,
): Promise<readonly SideCase[]> {
  const cases: SideCase[] = [];
  for await (const conversation of runs.conversations(side.run, { grading: side.grading ?? 0 })) {
    if (conversation.end === undefined || !isOnSide(side, conversation.start)) continue;
    cases.push(toSideCase(conversation, side));
  }
  return cases;
}

function toSideCase(conversation: StoredConversation, { record }: ComparedSide): SideCase {
  const { number, start, end, replies } = conversation;
  const { id, dataset, send, play, repeat, tags, conversationId } = start;
  const reason = findFirstReason(conversation);
  const spoken = replies.filter(({ by }) => by === 'target');
  return {
    name: { id, dataset, send, play, repeat, file: record.spec.files[start.file]?.path ?? '' },
    ...{ id, dataset, repeat, tags, number },
    cluster: conversationId === undefined ? JSON.stringify([dataset, id]) : conversationId,
    status: end?.status ?? 'skipped',
    unit: end?.folds?.mean ?? null,
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
  return called.length === 0 ? null : called.reduce((sum, { call }) => sum + call.latencyMs, 0);
}
