import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { deleteSampleRows, listResultMessages, listSampleResults } from '../calibrations/calibration-results.ts';
import { listSampleRows } from '../calibrations/calibration-samples.ts';
import type { Database } from '../tables/database.ts';
import { listJudgmentMessages, listJudgments } from './judgments.ts';
import { messagesOf, toChunks } from './messages.ts';

const conversationsAtOnce = 50;
const samplesAtOnce = 50;

/** Hides a run. Its records are deleted later, by any process. */
export async function hideRun(db: Kysely<Database>, run: number): Promise<void> {
  await db.deleteFrom('runs').where('no', '=', run).execute();
  // A process that still grades the run loses its lease by this.
  await db.deleteFrom('gradings').where('run_no', '=', run).execute();
  await db.insertInto('removals').values({ run_no: run }).execute();
}

/** Hides a calibration. Its test-set uses stay. */
export async function hideCalibration(db: Kysely<Database>, calibration: number): Promise<void> {
  await db.deleteFrom('calibrations').where('no', '=', calibration).execute();
  await db.insertInto('removals').values({ run_no: calibration }).execute();
}

/**
 * Deletes what is left of hidden runs and calibrations: a few conversations or samples a transaction, so that writers get
 * their turn between.
 */
export async function deleteHidden(db: Kysely<Database>): Promise<void> {
  for (const { run_no: run } of await db.selectFrom('removals').select('run_no').execute()) {
    while (await db.transaction().execute((transaction) => deleteSome(transaction, run))) await nextTurn();
    while (await db.transaction().execute((transaction) => deleteSomeSamples(transaction, run))) await nextTurn();
    await db.deleteFrom('removals').where('run_no', '=', run).execute();
  }
}

/** Deletes some conversations of a run, and the messages that no other run uses. False when there was nothing left. */
async function deleteSome(db: Kysely<Database>, run: number): Promise<boolean> {
  const numbers = (await listNumbers(db, 'conversations', run)) ?? (await listNumbers(db, 'abandoned_attempts', run));
  if (numbers === undefined) return false;
  await deleteMessages(db, run, messagesOf(db, { run, numbers }));
  const judgments = await listJudgments(db, { run, numbers });
  for (const some of toChunks(listJudgmentMessages(judgments))) await deleteMessages(db, run, some);
  for (const table of ['turns', 'replies', 'verdicts', 'graded_conversations', 'judgments'] as const) {
    await db.deleteFrom(table).where('run_no', '=', run).where('conversation_no', 'in', numbers).execute();
  }
  for (const table of ['conversations', 'abandoned_attempts'] as const) {
    await db.deleteFrom(table).where('run_no', '=', run).where('no', 'in', numbers).execute();
  }
  return true;
}

/** Some numbers under which records are kept; undefined when there are none. */
async function listNumbers(
  db: Kysely<Database>,
  table: 'conversations' | 'abandoned_attempts',
  run: number,
): Promise<readonly number[] | undefined> {
  const rows = await db
    .selectFrom(table)
    .select('no')
    .where('run_no', '=', run)
    .orderBy('no')
    .limit(conversationsAtOnce)
    .execute();
  return rows.length === 0 ? undefined : rows.map((row) => row.no);
}

/** Deletes some samples of a calibration with their results. */
async function deleteSomeSamples(db: Kysely<Database>, calibration: number): Promise<boolean> {
  const rows = await listSampleRows(db, { calibration, after: -1, limit: samplesAtOnce });
  if (rows.length === 0) return false;
  const judges = [...new Set(rows.map((row) => row.judge))];
  const range = { calibration, judges, positions: rows.map((row) => row.position) };
  const results = await listSampleResults(db, range);
  const messages = [...new Set([...rows.map((row) => row.message_no), ...listResultMessages(results)])];
  for (const some of toChunks(messages)) await deleteMessages(db, calibration, some);
  await deleteSampleRows(db, range);
  return true;
}

/** Deletes those that only this run or calibration uses, and leaves the others to one that does. */
export async function deleteMessages(
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
