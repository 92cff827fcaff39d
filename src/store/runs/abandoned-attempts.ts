import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import { definedOnly } from '../../base/defined-only.ts';
import { CaseError } from '../../conversation/run/run-record.ts';
import type { AbandonedAttempt } from '../../conversation/stored-conversation.ts';
import type { AbandonedAttemptTable, Database } from '../tables/database.ts';
import { parseWith } from '../tables/json-column.ts';
import { Statement, toParameter, toParameters } from '../tables/statement.ts';
import type { ConversationRange } from './messages.ts';

export type AbandonedRow = Selectable<AbandonedAttemptTable>;

/** What is known of an abandoned attempt besides its records. */
export const AbandonedEnding = z.strictObject({
  reason: z.string(),
  conversationId: z.string().optional(),
  error: CaseError.optional(),
});
export type AbandonedEnding = z.infer<typeof AbandonedEnding>;

export function insertAbandonedStatement(db: Kysely<Database>) {
  const attempt = toParameters('abandoned_attempts', ['run_no', 'conversation_no', 'attempt', 'no', 'ending']);
  const query = db.insertInto('abandoned_attempts').values(attempt);
  return new Statement(
    attempt,
    query.onConflict((conflict) => conflict.doNothing()),
  );
}

export function setAttemptStatement(db: Kysely<Database>) {
  const { attempt, run_no, no } = toParameters('conversations', ['attempt', 'run_no', 'no']);
  const query = db.updateTable('conversations').set({ attempt }).where('run_no', '=', run_no).where('no', '=', no);
  return new Statement({ attempt, run_no, no }, query);
}

const recordTables = ['turns', 'replies', 'verdicts', 'judgments', 'graded_conversations'] as const;

/** Gives the records of a conversation another number. */
export function moveRecordStatements(db: Kysely<Database>) {
  const { run_no, conversation_no } = toParameters('turns', ['run_no', 'conversation_no']);
  const new_no = toParameter<number>('new_no');
  return recordTables.map((table) => {
    const query = db
      .updateTable(table)
      .set({ conversation_no: new_no })
      .where('run_no', '=', run_no)
      .where('conversation_no', '=', conversation_no);
    return new Statement({ new_no, run_no, conversation_no }, query);
  });
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
