import type {
  Aggregate,
  CaseError,
  ConversationName,
  ReplyEntry,
  SimulationRecord,
  TurnEntry,
} from './run/run-record.ts';
import type { CaseStatus, Verdict } from './verdict.ts';

/** Where a conversation comes from: file of the run's spec, place of the case in that file. */
export interface ConversationStart extends ConversationName {
  readonly file: number;
  readonly position: number;
  readonly tags: readonly string[];
  /** Cases that name the same conversation are one cluster in statistics: `conversation_id`. */
  readonly conversationId?: string;
}

export interface ConversationEnd {
  readonly status: CaseStatus;
  readonly reason?: string;
  readonly error?: CaseError;
  readonly aggregate?: Aggregate;
  readonly simulation?: SimulationRecord;
  /** The last call, when it failed: the messages before this turn, with these guidelines. */
  readonly asked?: { readonly turnIndex: number; readonly guidelines: string };
}

/** An attempt at a conversation that was given up: the target keeps the conversation and could not be asked again. */
export interface AbandonedAttempt {
  /** From 1. */
  readonly attempt: number;
  readonly reason: string;
  /** What the target was sent, if it is sent its conversation id. */
  readonly conversationId?: string;
  /** The call that failed, if one did. */
  readonly error?: CaseError;
  readonly turns: readonly TurnEntry[];
  readonly replies: readonly ReplyEntry[];
  readonly verdicts: readonly Verdict[];
}

/** The next attempt at a conversation, and what becomes of the one before. */
export interface AttemptStart {
  /** From 1. */
  readonly attempt: number;
  readonly abandoned?: Pick<AbandonedAttempt, 'attempt' | 'reason' | 'conversationId' | 'error'> & {
    /** Its records stay with the conversation, as in every-turn play, where each turn is a conversation of its own. */
    readonly keepsRecords: boolean;
  };
}

/** A conversation as far as it is recorded. `end` is absent while it is unfinished. */
export interface StoredConversation {
  readonly number: number;
  readonly start: ConversationStart;
  readonly turns: readonly TurnEntry[];
  readonly replies: readonly ReplyEntry[];
  readonly verdicts: readonly Verdict[];
  readonly end?: ConversationEnd;
  /** The attempt under way, where attempts are recorded: where the target keeps the conversation itself. */
  readonly attempt?: number;
  /** Attempts before, in order; absent: none. */
  readonly abandoned?: readonly AbandonedAttempt[];
}
