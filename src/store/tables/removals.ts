import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { listJudgementMessages, listJudgements } from './judgements.ts';
import { messagesOf, toChunks } from './messages.ts';

const conversationsAtOnce = 50;

/** Takes a run out of sight. Its records are deleted afterwards, by whoever comes to it. */
export async function hideRun(db: Kysely<Database>, run: number): Promise<void> {
  await db.deleteFrom('runs').where('no', '=', run).execute();
  // Who still grades the run finds out by this, and writes nothing more.
  await db.deleteFrom('gradings').where('run_no', '=', run).execute();
  await db.insertInto('removals').values({ run_no: run }).execute();
}

/** Deletes what is left of hidden runs: a few conversations a transaction, so that writers get their turn between. */
export async function deleteHiddenRuns(db: Kysely<Database>): Promise<void> {
  for (const { run_no: run } of await db.selectFrom('removals').select('run_no').execute()) {
    while (await db.transaction().execute((transaction) => deleteSome(transaction, run))) await nextTurn();
    await db.deleteFrom('removals').where('run_no', '=', run).execute();
  }
}

/** Deletes some conversations of a run, and the messages that no other run uses. False when there was nothing left. */
async function deleteSome(db: Kysely<Database>, run: number): Promise<boolean> {
  const rows = await db
    .selectFrom('conversations')
    .select('no')
    .where('run_no', '=', run)
    .orderBy('no')
    .limit(conversationsAtOnce)
    .execute();
  const numbers = rows.map((row) => row.no);
  if (numbers.length === 0) return false;
  await deleteMessages(db, run, messagesOf(db, { run, numbers }));
  const judgements = await listJudgements(db, { run, numbers });
  for (const some of toChunks(listJudgementMessages(judgements))) await deleteMessages(db, run, some);
  for (const table of ['turns', 'replies', 'verdicts', 'graded_conversations', 'judgements'] as const) {
    await db.deleteFrom(table).where('run_no', '=', run).where('conversation_no', 'in', numbers).execute();
  }
  await db.deleteFrom('conversations').where('run_no', '=', run).where('no', 'in', numbers).execute();
  return true;
}

/** Deletes those that only this run uses, and leaves the others to a run that does. */
async function deleteMessages(
  db: Kysely<Database>,
  run: number,
  messages: ReturnType<typeof messagesOf> | readonly number[],
): Promise<void> {
  await db.deleteFrom('message_uses').where('run_no', '=', run).where('message_no', 'in', messages).execute();
  await db
    .deleteFrom('messages')
    .where('no', 'in', messages)
    .where('run_no', '=', run)
    .where('no', 'not in', db.selectFrom('message_uses').select('message_no').where('message_no', 'in', messages))
    .execute();
  await db
    .updateTable('messages')
    .set({ run_no: sql<number>`(select min(run_no) from message_uses where message_no = messages.no)` })
    .where('no', 'in', messages)
    .where('run_no', '=', run)
    .execute();
}
