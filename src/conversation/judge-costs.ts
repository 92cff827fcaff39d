import type { ConversationName } from './run-record.ts';

/** What judges were asked about one variant of a run, and what that cost. */
export interface JudgeCosts extends Pick<ConversationName, 'target' | 'send' | 'play'> {
  /** Also those that the cache answered. */
  readonly calls: number;
  readonly cached: number;
  /** Attempts that got 429. Absent: none did. */
  readonly rateLimited?: number;
  /** USD of the calls whose cost is known. */
  readonly known: number;
  /** Calls whose cost is not. */
  readonly unknown: number;
}
