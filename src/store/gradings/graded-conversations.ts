import type { Kysely, Selectable } from 'kysely';
import { Aggregate } from '../../conversation/run/run-record.ts';
import type { ConversationEnd } from '../../conversation/stored-conversation.ts';
import type { CaseStatus } from '../../conversation/verdict.ts';
import type { ConversationRange } from '../runs/messages.ts';
import type { Database, GradedConversationTable } from '../tables/database.ts';
import { parseWith } from '../tables/json-column.ts';
import { Statement, toParameters } from '../tables/statement.ts';

export type GradedRow = Selectable<GradedConversationTable>;

/** No change: the grading has this conversation already. */
export function insertGradedStatement(db: Kysely<Database>) {
  const graded = toParameters('graded_conversations', ['run_no', 'conversation_no', 'grading', 'status', 'aggregate']);
  const query = db.insertInto('graded_conversations').values(graded);
  return new Statement(
    graded,
    query.onConflict((conflict) => conflict.doNothing()),
  );
}

/** What several gradings made of some conversations. */
export async function listGraded(
  db: Kysely<Database>,
  { run, numbers }: ConversationRange,
  gradings: readonly number[],
): Promise<readonly GradedRow[]> {
  return db
    .selectFrom('graded_conversations')
    .selectAll()
    .where('run_no', '=', run)
    .where('conversation_no', 'in', numbers)
    .where('grading', 'in', gradings)
    .execute();
}

/** Numbers of the conversations that a grading has. */
export async function listGradedNumbers(
  db: Kysely<Database>,
  { run, grading }: { readonly run: number; readonly grading: number },
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('graded_conversations')
    .select('conversation_no')
    .where('run_no', '=', run)
    .where('grading', '=', grading)
    .execute();
  return rows.map((row) => row.conversation_no);
}

/** What several gradings made of the conversations in a range of numbers, without the aggregate. */
export async function listGradedStatuses(
  db: Kysely<Database>,
  { run, first, last }: { readonly run: number; readonly first: number; readonly last: number },
): Promise<readonly { conversation_no: number; grading: number; status: CaseStatus }[]> {
  return db
    .selectFrom('graded_conversations')
    .select(['conversation_no', 'grading', 'status'])
    .where('run_no', '=', run)
    .where('conversation_no', '>=', first)
    .where('conversation_no', '<=', last)
    .execute();
}

/** The end of a conversation with what a grading made of it; how it was played stays. */
export function toGradedEnd(end: ConversationEnd, row: GradedRow): ConversationEnd {
  const what = `grading ${row.grading} of conversation ${row.conversation_no}`;
  return { ...end, status: row.status, aggregate: parseWith(Aggregate, row.aggregate, what) };
}
