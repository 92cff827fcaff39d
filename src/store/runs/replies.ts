import type { Kysely, Selectable } from 'kysely';
import type { CallRecord, Usage } from '../../conversation/run/run-record.ts';
import type { ReplyEntry } from '../port.ts';
import type { Database, ReplyTable } from '../tables/database.ts';
import { parseObject } from '../tables/json-column.ts';
import { Statement, toParameters } from '../tables/statement.ts';
import type { ConversationRange, Texts } from './messages.ts';

export type ReplyRow = Selectable<ReplyTable>;

const replyColumns = [
  'run_no',
  'conversation_no',
  'turn_index',
  'sequence',
  'said_by',
  'message_no',
  'guidelines_no',
  'latency_ms',
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'reasoning_tokens',
  'cost_usd',
  'call',
] as const;

export function insertReplyStatement(db: Kysely<Database>) {
  const reply = toParameters('replies', replyColumns);
  const query = db.insertInto('replies').values(reply);
  return new Statement(
    reply,
    query.onConflict((conflict) => conflict.doNothing()),
  );
}

export interface ReplyPlace {
  readonly run: number;
  readonly conversation: number;
  readonly sequence: number;
  readonly message: number;
  readonly guidelines: number | null;
}

export function toReplyColumns(entry: ReplyEntry, place: ReplyPlace): ReplyRow {
  const { latencyMs, usage, costUsd, ...rest } = entry.call;
  return {
    run_no: place.run,
    conversation_no: place.conversation,
    turn_index: entry.turnIndex,
    sequence: place.sequence,
    said_by: entry.by,
    message_no: place.message,
    guidelines_no: place.guidelines,
    latency_ms: latencyMs ?? 0,
    input_tokens: usage?.inputTokens ?? null,
    output_tokens: usage?.outputTokens ?? null,
    cached_input_tokens: usage?.cachedInputTokens ?? null,
    reasoning_tokens: usage?.reasoningTokens ?? null,
    cost_usd: costUsd,
    // The column takes no null, so the rest says that the latency is unknown. It is read last.
    call: toRestColumn(latencyMs === null ? { ...rest, latencyMs } : rest),
  };
}

export async function listReplies(
  db: Kysely<Database>,
  { run, numbers }: ConversationRange,
): Promise<readonly ReplyRow[]> {
  return db
    .selectFrom('replies')
    .selectAll()
    .where('run_no', '=', run)
    .where('conversation_no', 'in', numbers)
    .orderBy('conversation_no')
    .orderBy('turn_index')
    .execute();
}

export function toReplyEntry(row: ReplyRow, texts: Texts): ReplyEntry {
  return {
    turnIndex: row.turn_index,
    played: texts.getMessage(row.message_no),
    by: row.said_by,
    guidelines: texts.getGuidelines(row.guidelines_no),
    call: toCallRecord(row),
  };
}

export function toCallRecord(row: ReplyRow): CallRecord {
  const usage = toUsage(row);
  const what = `reply ${row.turn_index} of conversation ${row.conversation_no}`;
  return {
    latencyMs: row.latency_ms,
    ...(usage === undefined ? {} : { usage }),
    costUsd: row.cost_usd,
    ...(row.call === null ? {} : parseObject(row.call, what)),
  };
}

/** A usage without any number is absent. */
function toUsage(row: ReplyRow): Usage | undefined {
  const usage = {
    ...(row.input_tokens === null ? {} : { inputTokens: row.input_tokens }),
    ...(row.output_tokens === null ? {} : { outputTokens: row.output_tokens }),
    ...(row.cached_input_tokens === null ? {} : { cachedInputTokens: row.cached_input_tokens }),
    ...(row.reasoning_tokens === null ? {} : { reasoningTokens: row.reasoning_tokens }),
  };
  return Object.keys(usage).length === 0 ? undefined : usage;
}

function toRestColumn(rest: Partial<CallRecord>): string | null {
  const text = JSON.stringify(rest);
  return text === '{}' ? null : text;
}
