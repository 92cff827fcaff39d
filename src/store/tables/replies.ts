import type { Kysely, Selectable } from 'kysely';
import type { CallRecord, Usage } from '../../conversation/run/run-record.ts';
import type { ReplyEntry } from '../port.ts';
import type { Database, ReplyTable } from './database.ts';
import { parseObject } from './json-column.ts';
import type { ConversationRange, Texts } from './messages.ts';

export type ReplyRow = Selectable<ReplyTable>;

/** Parameters in the order of `toReplyValues`. */
export function insertReplyQuery(db: Kysely<Database>) {
  return db
    .insertInto('replies')
    .values({
      run_no: 0,
      conversation_no: 0,
      turn_index: 0,
      sequence: 0,
      said_by: 'target',
      message_no: 0,
      guidelines_no: 0,
      latency_ms: 0,
      input_tokens: 0,
      output_tokens: 0,
      cached_input_tokens: 0,
      reasoning_tokens: 0,
      cost_usd: 0,
      call: '',
    })
    .onConflict((conflict) => conflict.doNothing());
}

export interface ReplyPlace {
  readonly run: number;
  readonly conversation: number;
  readonly sequence: number;
  readonly message: number;
  readonly guidelines: number | null;
}

export function toReplyValues(entry: ReplyEntry, place: ReplyPlace): readonly (number | string | null)[] {
  const { latencyMs, usage, costUsd, ...rest } = entry.call;
  return [
    place.run,
    place.conversation,
    entry.turnIndex,
    place.sequence,
    entry.by,
    place.message,
    place.guidelines,
    latencyMs,
    usage?.inputTokens ?? null,
    usage?.outputTokens ?? null,
    usage?.cachedInputTokens ?? null,
    usage?.reasoningTokens ?? null,
    costUsd,
    toRestColumn(rest),
  ];
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

/** A usage without any number tells nothing, so it comes back as absent. */
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
