import type {
  Aggregate,
  CaseError,
  ConversationName,
  ReplyEntry,
  SimulationRecord,
  TurnEntry,
} from './run/run-record.ts';
import type { CaseStatus, Verdict } from './verdict.ts';

/** The source of a conversation: the index of its file in the run's spec, and the position of the case in that file. */
export interface ConversationStart extends ConversationName {
  readonly file: number;
  readonly position: number;
  readonly tags: readonly string[];
  /** `conversation_id`: cases with the same value are one cluster in the statistics. */
  readonly conversationId?: string;
}

export interface ConversationEnd {
  readonly status: CaseStatus;
  readonly reason?: string;
  readonly error?: CaseError;
  readonly aggregate?: Aggregate;
  readonly simulation?: SimulationRecord;
  /** The last call, if it failed: the messages before this turn, with these guidelines. */
  readonly asked?: { readonly turnIndex: number; readonly guidelines: string };
}

/** An attempt that was abandoned. The target keeps its own history and could not be asked again. */
export interface AbandonedAttempt {
  /** From 1. */
  readonly attempt: number;
  readonly reason: string;
  /** The conversation id, if the target is sent one. */
  readonly conversationId?: string;
  /** The error of the failed call, if there was one. */
  readonly error?: CaseError;
  readonly turns: readonly TurnEntry[];
  readonly replies: readonly ReplyEntry[];
  readonly verdicts: readonly Verdict[];
}

/** The start of the next attempt, and how the previous one is recorded. */
export interface AttemptStart {
  /** From 1. */
  readonly attempt: number;
  readonly abandoned?: Pick<AbandonedAttempt, 'attempt' | 'reason' | 'conversationId' | 'error'> & {
    /**
     * Whether its records stay with the conversation. They do in every-turn play, where each turn is a separate
     * conversation.
     */
    readonly keepsRecords: boolean;
  };
}

/** A conversation as recorded so far. `end` is absent while it is unfinished. */
export interface StoredConversation {
  readonly number: number;
  readonly start: ConversationStart;
  readonly turns: readonly TurnEntry[];
  readonly replies: readonly ReplyEntry[];
  readonly verdicts: readonly Verdict[];
  readonly end?: ConversationEnd;
  /** The current attempt. Recorded only if the target keeps its own history. */
  readonly attempt?: number;
  /** Earlier attempts in order. Absent: none. */
  readonly abandoned?: readonly AbandonedAttempt[];
}
