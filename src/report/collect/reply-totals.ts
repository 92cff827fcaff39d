import type { ReplyEntry } from '../../conversation/run/run-record.ts';

export interface ReplyTotals {
  readonly latencyMs: number;
  readonly costUsd: number;
}

/**
 * What the replies of the target took together. A reply from the cache took no time; a cost that is not known could only
 * add to the sum.
 */
export function toReplyTotals(replies: readonly Pick<ReplyEntry, 'by' | 'call'>[]): ReplyTotals {
  let [latencyMs, costUsd] = [0, 0];
  for (const { by, call } of replies) {
    if (by !== 'target') continue;
    if (call.cached !== true) latencyMs += call.latencyMs;
    costUsd += call.costUsd ?? 0;
  }
  return { latencyMs, costUsd };
}
