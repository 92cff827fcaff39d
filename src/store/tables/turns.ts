import type { Kysely } from 'kysely';
import type { Database, TurnTable } from './database.ts';
import type { ConversationRange } from './messages.ts';

export function insertTurnQuery(db: Kysely<Database>) {
  return db
    .insertInto('turns')
    .values({ run_no: 0, conversation_no: 0, turn_index: 0, message_no: 0 })
    .onConflict((conflict) => conflict.doNothing());
}

export async function listTurns(
  db: Kysely<Database>,
  { run, numbers }: ConversationRange,
): Promise<readonly Omit<TurnTable, 'run_no'>[]> {
  return db
    .selectFrom('turns')
    .select(['conversation_no', 'turn_index', 'message_no'])
    .where('run_no', '=', run)
    .where('conversation_no', 'in', numbers)
    .orderBy('conversation_no')
    .orderBy('turn_index')
    .execute();
}
