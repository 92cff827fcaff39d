import type { StatementSync } from 'node:sqlite';
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { ConversationMark, Holder, RunStore } from '../port.ts';
import { type MarkValues, readLastNumber, toMark } from '../tables/conversations.ts';
import { takeSequence } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import { listEvents } from '../tables/events.ts';
import { deleteHiddenRuns, hideRun } from '../tables/removals.ts';
import {
  findHeldRun,
  findRun,
  findRunNumber,
  heldFault,
  holdRun,
  insertRun,
  listRuns,
  unknownRunFault,
} from '../tables/runs.ts';
import { findStoredConversation, readConversations } from '../tables/stored-conversations.ts';
import type { Connection } from './connection.ts';
import { prepareRunStatements } from './run-statements.ts';
import { createRunWriter, type SqliteRunWriter } from './run-writer.ts';

const runsAtOnce = 100;
const marksAtOnce = 2000;

type IsGone = (holder: Holder, beatAt: string) => boolean;

export interface RunStoreOptions {
  readonly connection: Connection;
  /** Writes, and reads what is found at once. */
  readonly db: Kysely<Database>;
  /** Reads whatever may be long, beside the main thread. */
  readonly reader: Kysely<Database>;
  readonly clock: Clock;
}

export interface SqliteRunStore extends RunStore {
  /** Waits for what its writers have queued. */
  settle(): Promise<void>;
}

export function createRunStore({ connection, db, reader, clock }: RunStoreOptions): SqliteRunStore {
  const writers: SqliteRunWriter[] = [];
  const statements = prepareRunStatements(connection, db);
  const now = () => new Date(clock.now()).toISOString();
  const openWriter = (run: { id: string; no: number; token: string }, lastNumber: number) => {
    const writer = createRunWriter({ connection, db, statements, clock, run, lastNumber });
    writers.push(writer);
    return writer;
  };

  return {
    create: async ({ id, spec, holder }) => {
      const no = await db.transaction().execute(async (transaction) => {
        const sequence = await takeSequence(transaction, 1);
        return insertRun(transaction, { id, spec, holder, at: now(), sequence });
      });
      if (no === undefined) throw new Error(`There is a run ${id} already.`);
      return openWriter({ id, no, token: holder.token }, 0);
    },
    claim: async (id, holder, isGone) => {
      const { no, lastNumber } = await db.transaction().execute(async (transaction) => {
        const run = await getFreeRun(transaction, id, isGone);
        await holdRun(transaction, run, holder, now());
        return { no: run, lastNumber: await readLastNumber(transaction, run) };
      });
      return openWriter({ id, no, token: holder.token }, lastNumber);
    },
    find: (id) => findRun(db, id),
    list: ({ limit = runsAtOnce, before } = {}) => listRuns(db, { limit, ...(before === undefined ? {} : { before }) }),
    // Read before a run goes on, page by page: nothing is held up, and another thread would cost more than the reading.
    marks: (id, { after = 0 } = {}) => readMarks({ connection, db, statement: statements.listMarks, after }, id),
    conversations: (id, options = {}) => readConversations(reader, id, options),
    findConversation: (id, number) => findStoredConversation(db, id, number),
    events: (id, since, limit) => listEvents(reader, id, { since, limit }),
    remove: async (id, isGone) => {
      const isThere = await db.transaction().execute(async (transaction) => {
        if ((await findRunNumber(transaction, id)) === undefined) return false;
        await hideRun(transaction, await getFreeRun(transaction, id, isGone));
        return true;
      });
      await deleteHiddenRuns(db);
      return isThere;
    },
    settle: async () => {
      await Promise.all(writers.map((writer) => writer.settle()));
    },
  };
}

/** The number of a run that nobody holds, or only one who is gone. */
async function getFreeRun(db: Transaction<Database>, id: string, isGone: IsGone): Promise<number> {
  const run = await findHeldRun(db, id);
  if (run === undefined) throw unknownRunFault(id);
  const { no, holder, beatAt } = run;
  if (holder !== undefined && !isGone(holder, beatAt ?? holder.since)) throw heldFault(id, holder);
  return no;
}

interface MarkSource {
  readonly connection: Connection;
  readonly db: Kysely<Database>;
  readonly statement: StatementSync;
  readonly after: number;
}

/** Rows come as lists: making an object of each would take longer than reading it. */
async function* readMarks(source: MarkSource, id: string): AsyncGenerator<ConversationMark> {
  const { connection, db, statement } = source;
  const run = await findRunNumber(db, id);
  statement.setReturnArrays(true);
  let after: number | undefined = run === undefined ? undefined : source.after;
  while (run !== undefined && after !== undefined) {
    const page = [run, after, marksAtOnce];
    // Which columns a list has, and in what order, is what the query of the statement says.
    const rows = (await connection.retry(() => statement.all(...page))) as unknown as readonly MarkValues[];
    for (const row of rows) yield toMark(row);
    after = rows.at(-1)?.[0];
  }
}
