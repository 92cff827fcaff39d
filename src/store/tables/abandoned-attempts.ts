import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import { definedOnly } from '../../base/defined-only.ts';
import { CaseError } from '../../conversation/run/run-record.ts';
import type { AbandonedAttempt } from '../port.ts';
import type { AbandonedAttemptTable, Database } from './database.ts';
import { parseWith } from './json-column.ts';
import type { ConversationRange } from './messages.ts';

export type AbandonedRow = Selectable<AbandonedAttemptTable>;

/** What is known of an abandoned attempt besides its records. */
export const AbandonedEnding = z.strictObject({
  reason: z.string(),
  conversationId: z.string().optional(),
  error: CaseError.optional(),
});
export type AbandonedEnding = z.infer<typeof AbandonedEnding>;

/** Parameters: run, conversation, attempt, number of its records, ending. */
export function insertAbandonedQuery(db: Kysely<Database>) {
  return db
    .insertInto('abandoned_attempts')
    .values({ run_no: 0, conversation_no: 0, attempt: 0, no: 0, ending: '' })
    .onConflict((conflict) => conflict.doNothing());
}

/** Parameters: attempt, run, conversation. */
export function setAttemptQuery(db: Kysely<Database>) {
  return db.updateTable('conversations').set({ attempt: 0 }).where('run_no', '=', 0).where('no', '=', 0);
}

const recordTables = ['turns', 'replies', 'verdicts', 'judgments', 'graded_conversations'] as const;

/** Gives the records of a conversation another number. Parameters of each: new number, run, conversation. */
export function moveRecordQueries(db: Kysely<Database>) {
  return recordTables.map((table) =>
    db.updateTable(table).set({ conversation_no: 0 }).where('run_no', '=', 0).where('conversation_no', '=', 0),
  );
}

export async function listAbandoned(
  db: Kysely<Database>,
  { run, numbers }: ConversationRange,
): Promise<readonly AbandonedRow[]> {
  return db
    .selectFrom('abandoned_attempts')
    .selectAll()
    .where('run_no', '=', run)
    .where('conversation_no', 'in', numbers)
    .orderBy('conversation_no')
    .orderBy('attempt')
    .execute();
}

type Records = Pick<AbandonedAttempt, 'turns' | 'replies' | 'verdicts'>;

export function toAbandonedAttempt(row: AbandonedRow, records: Records): AbandonedAttempt {
  const what = `attempt ${row.attempt} of conversation ${row.conversation_no}`;
  return { attempt: row.attempt, ...definedOnly(parseWith(AbandonedEnding, row.ending, what)), ...records };
}
