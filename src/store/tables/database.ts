import type { Generated } from 'kysely';
import type { PlayMode } from '../../conversation/case.ts';
import type { Send } from '../../conversation/target-spec.ts';
import type { CaseStatus, UngradedCause } from '../../conversation/verdict.ts';
import type { LeaseColumns } from '../leases/leases.ts';
import type { ReplyEntry, RunState } from '../port.ts';
import type { CalibrationTables } from './calibration-tables.ts';
import type { CurationTables } from './curation-tables.ts';

/**
 * The tables, the same on every engine. Numbers inside, text ids outside; times are UTC in ISO form; columns that
 * hold JSON say so. `sequence` orders what happened across all runs: it is taken inside the writing transaction, so
 * a reader that read up to a number has missed nothing below it.
 */
export interface Database extends CurationTables, CalibrationTables {
  runs: RunTable;
  conversations: ConversationTable;
  abandoned_attempts: AbandonedAttemptTable;
  messages: MessageTable;
  message_uses: MessageUseTable;
  turns: TurnTable;
  replies: ReplyTable;
  verdicts: VerdictTable;
  gradings: GradingTable;
  graded_conversations: GradedConversationTable;
  judgments: JudgmentTable;
  cache: CacheTable;
  counters: CounterTable;
  removals: RemovalTable;
  migrations: MigrationTable;
}

/** Conversations by their status. */
export interface CountColumns {
  pass: Generated<number>;
  fail: Generated<number>;
  error: Generated<number>;
  ungraded: Generated<number>;
  skipped: Generated<number>;
}

export const countColumns = ['pass', 'fail', 'error', 'ungraded', 'skipped'] as const;

export interface RunTable extends CountColumns, LeaseColumns {
  no: Generated<number>;
  id: string;
  state: RunState;
  started_at: string;
  ended_at: string | null;
  /** JSON of the RunSpec. */
  spec: string;
  start_sequence: number;
  /** null: the run has an owner. */
  end_sequence: number | null;
}

export interface ConversationTable {
  run_no: number;
  no: number;
  file: number;
  position: number;
  case_id: string;
  dataset: string;
  target: string;
  send: Send;
  play: PlayMode;
  repeat: number;
  /** JSON list of texts. */
  tags: string;
  /** null: begun and not ended. */
  status: CaseStatus | null;
  /** JSON of the ConversationEnd without its status. */
  ending: string | null;
  end_sequence: number | null;
  /** Cases that name the same conversation. */
  conversation_id: string | null;
  /** The attempt under way, from 1, where the target keeps the conversation itself; 0: none was recorded. */
  attempt: Generated<number>;
}

/** Attempts that started over. */
export interface AbandonedAttemptTable {
  run_no: number;
  /** The conversation it was an attempt at. */
  conversation_no: number;
  attempt: number;
  /** Its turns, replies and verdicts have this conversation number; no conversation has it. */
  no: number;
  /** JSON of the AbandonedEnding. */
  ending: string;
}

/** What was said: each text once, for all runs and calibrations. */
export interface MessageTable {
  no: Generated<number>;
  /** A run, or a calibration, that uses it: the first, or after that one's removal, another. */
  run_no: number;
  /** First 16 bytes of the SHA-256 of the body. */
  hash: Uint8Array;
  /** JSON: a PlayedMessage; or a text: guidelines, a judge's request or reply, a sample as JSON. */
  body: string;
}

/** Further runs and calibrations that use a message. When the last is removed, so is the message. */
export interface MessageUseTable {
  message_no: number;
  run_no: number;
}

export interface TurnTable {
  run_no: number;
  conversation_no: number;
  turn_index: number;
  message_no: number;
}

export interface ReplyTable {
  run_no: number;
  conversation_no: number;
  turn_index: number;
  sequence: number;
  said_by: ReplyEntry['by'];
  message_no: number;
  /** null: there were none. */
  guidelines_no: number | null;
  latency_ms: number;
  input_tokens: number | null;
  output_tokens: number | null;
  cached_input_tokens: number | null;
  reasoning_tokens: number | null;
  cost_usd: number | null;
  /** JSON of what else is known of the call. */
  call: string | null;
}

export interface VerdictTable {
  run_no: number;
  conversation_no: number;
  /** -1: the whole conversation. */
  turn_index: number;
  grader: string;
  /** 0: graded while played; later gradings of the same replies count up. */
  grading: number;
  sequence: number;
  /** null: ungraded, as are normalized_score and pass. */
  score: number | null;
  normalized_score: number | null;
  pass: number | null;
  /** null: graded. */
  cause: UngradedCause | null;
  /** JSON: `{reason?, evidence?, provenance?}`. */
  details: string;
}

/** Later gradings of stored replies. The grading that was made while the run was played is 0, and has no row. */
export interface GradingTable extends CountColumns, LeaseColumns {
  run_no: number;
  /** From 1. */
  number: number;
  started_at: string;
  ended_at: string | null;
  /** JSON of the GradingSpec with sorted keys, so that equal specs are equal texts. */
  spec: string;
  start_sequence: number;
  /** null: it was stopped, or still grades. */
  end_sequence: number | null;
}

/** What a conversation came to in a later grading. */
export interface GradedConversationTable {
  run_no: number;
  conversation_no: number;
  grading: number;
  status: CaseStatus;
  /** JSON of the Aggregate. */
  aggregate: string;
}

/** A judge's request and reply. Written with the verdict, and found by it. */
export interface JudgmentTable {
  run_no: number;
  conversation_no: number;
  /** The verdict's sequence. If the verdict is taken back, this stays, so that removing the run finds the messages. */
  sequence: number;
  /** -1: the whole conversation. */
  turn_index: number;
  grader: string;
  grading: number;
  /** JSON list of `[role, message number]`. */
  request: string;
  /** null: it said nothing. */
  reply_no: number | null;
  /** JSON of the CallRecord; null: nothing was called. */
  call: string | null;
}

export interface CacheTable {
  key: string;
  /** JSON. */
  reply: string;
  bytes: number;
  saved_at: string;
  used_at: string;
}

export interface CounterTable {
  name: 'sequence';
  value: number;
}

/** Runs and calibrations that were removed, and whose records are still being deleted. */
export interface RemovalTable {
  run_no: number;
}

export interface MigrationTable {
  number: number;
  name: string;
  applied_at: string;
}
