import type { PlayMode } from '../conversation/case.ts';
import type { CaseStatus } from '../conversation/verdict.ts';

/** What was put into a conversation, to tell whether another one was the same. */
export interface Asked {
  readonly play: PlayMode;
  /** A hash of each message, in order. Replies are not among them. */
  readonly messages: readonly string[];
}

/** One conversation of a run, as far as a comparison looks at it. */
export interface ComparedCase {
  /** Dataset and id of the case, and play mode where a run has several: what is paired. */
  readonly key: string;
  readonly id: string;
  readonly eval: string;
  readonly repeat: number;
  /** Conversations of one cluster are not independent: `conversation_id`, else eval and id. */
  readonly cluster: string;
  readonly tags: readonly string[];
  /** Absent: not known, and taken for the same. */
  readonly asked?: Asked;
  readonly status: CaseStatus;
  /** Mean over turns on 0–1; null: nothing was graded. */
  readonly normalizedScore: number | null;
  /** null: unknown, never 0. */
  readonly costUsd: number | null;
  /** Latency of all replies together. Null: no replies, or all from the cache. */
  readonly latencyMs: number | null;
  /** Number of the conversation in its run, to find its transcript again. */
  readonly number: number;
}
