import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { assertNotGraded, beginGrading, findFreeGrading } from '../gradings/begin-grading.ts';
import { createGradingWriter } from '../gradings/grading-writer.ts';
import { listGradings, toStoredGrading } from '../gradings/gradings.ts';
import { assertFree } from '../leases/leases.ts';
import type { IsExpired, RunStore, StoredGrading } from '../port.ts';
import type { Connection } from '../sqlite/connection.ts';
import { takeSequence } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import { readLastNumber } from './conversations.ts';
import { listEvents } from './events.ts';
import { readJudgeCosts } from './judge-costs.ts';
import { readJudgments } from './judgments.ts';
import { readMarks } from './read-marks.ts';
import { deleteHidden, hideRun } from './removals.ts';
import { prepareRunStatements, type RunStatements } from './run-statements.ts';
import { createRunWriter } from './run-writer.ts';
import {
  findRun,
  findRunLease,
  findRunNumber,
  insertRun,
  leaseRun,
  listRuns,
  toLeasedRun,
  unknownRunFault,
} from './runs.ts';
import { findStoredConversation, readConversations } from './stored-conversations.ts';

const runsAtOnce = 100;

export interface RunStoreOptions {
  readonly connection: Connection;
  /** Writes, and reads what is found at once. */
  readonly db: Kysely<Database>;
  /** Reads long lists in another thread. */
  readonly reader: Kysely<Database>;
  readonly clock: Clock;
}

export interface SqliteRunStore extends RunStore {
  /** Waits for everything that its writers queued. */
  settle(): Promise<void>;
}

export function createRunStore(options: RunStoreOptions): SqliteRunStore {
  const statements = prepareRunStatements(options.connection, options.db);
  const writers: { settle(): Promise<void> }[] = [];
  return {
    ...createReading(options, statements),
    ...createLeasing(options, statements, (writer) => writers.push(writer)),
    settle: async () => {
      await Promise.all(writers.map((writer) => writer.settle()));
    },
  };
}

type Leasing = Pick<RunStore, 'create' | 'claim' | 'findOpenGrading' | 'grade' | 'remove'>;

function createReading(
  { connection, db, reader }: RunStoreOptions,
  { listMarks: statement }: RunStatements,
): Omit<RunStore, keyof Leasing> {
  return {
    find: (id) => findRun(db, id),
    has: async (id) => (await findRunNumber(db, id)) !== undefined,
    list: ({ limit = runsAtOnce, ...options } = {}) => listRuns(db, { limit, ...options }),
    // Read page by page before a run resumes. Another thread would cost more than the reading.
    marks: (id, options = {}) => readMarks({ connection, db, statement }, id, options),
    conversations: (id, options = {}) => readConversations(reader, id, options),
    findConversation: (id, number, choice = {}) => findStoredConversation(db, id, { number, ...choice }),
    judgments: (id, number, choice = {}) => readJudgments(db, id, { number, ...choice }),
    judgeCosts: (id, choice = {}) => readJudgeCosts(reader, id, choice),
    gradings: (id) => listStoredGradings(db, id),
    events: (id, since, limit) => listEvents(reader, id, { since, limit }),
  };
}

/** Whatever takes a lease, or waits for one to be released. `onWriter` is called with each writer. */
function createLeasing(
  { connection, db, clock }: RunStoreOptions,
  statements: RunStatements,
  onWriter: (writer: { settle(): Promise<void> }) => void,
): Leasing {
  const now = () => new Date(clock.now()).toISOString();
  const openWriter = (run: { id: string; no: number; token: string }, lastNumber: number) => {
    const writer = createRunWriter({ connection, db, statements, clock, run, lastNumber });
    onWriter(writer);
    return writer;
  };
  return {
    create: async ({ id, spec, owner }) => {
      const no = await db.transaction().execute(async (transaction) => {
        const sequence = await takeSequence(transaction, 1);
        return insertRun(transaction, { id, spec, owner, at: now(), sequence });
      });
      if (no === undefined) throw new Error(`Run ${id} already exists.`);
      return openWriter({ id, no, token: owner.token }, 0);
    },
    claim: async (id, owner, isExpired) => {
      const { no, lastNumber } = await db.transaction().execute(async (transaction) => {
        const run = await getFreeRun(transaction, id, isExpired);
        await leaseRun(transaction, run, owner, now());
        return { no: run, lastNumber: await readLastNumber(transaction, run) };
      });
      return openWriter({ id, no, token: owner.token }, lastNumber);
    },
    findOpenGrading: async (id, spec, isExpired) => {
      const no = await findRunNumber(db, id);
      return no === undefined ? undefined : findFreeGrading(db, { run: { id, no }, spec, isExpired });
    },
    grade: async (id, { spec, owner }, isExpired) => {
      const begun = await db.transaction().execute(async (transaction) => {
        const run = { id, no: await getFreeRun(transaction, id, isExpired) };
        return { run, ...(await beginGrading(transaction, { run, spec, owner, isExpired, at: now() })) };
      });
      const writer = createGradingWriter({ connection, db, statements, clock, token: owner.token, ...begun });
      onWriter(writer);
      return writer;
    },
    remove: async (id, isExpired) => {
      const isThere = await db.transaction().execute(async (transaction) => {
        if ((await findRunNumber(transaction, id)) === undefined) return false;
        const no = await getFreeRun(transaction, id, isExpired);
        await assertNotGraded(transaction, { id, no }, isExpired);
        await hideRun(transaction, no);
        return true;
      });
      await deleteHidden(db);
      return isThere;
    },
  };
}

async function listStoredGradings(db: Kysely<Database>, id: string): Promise<readonly StoredGrading[]> {
  const no = await findRunNumber(db, id);
  return no === undefined ? [] : (await listGradings(db, no)).map(toStoredGrading);
}

/** The number of a run that no living process owns. */
async function getFreeRun(db: Transaction<Database>, id: string, isExpired: IsExpired): Promise<number> {
  const run = await findRunLease(db, id);
  if (run === undefined) throw unknownRunFault(id);
  assertFree(toLeasedRun(id), run, isExpired);
  return run.no;
}
