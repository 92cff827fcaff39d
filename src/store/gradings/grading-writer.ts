import type { Kysely } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { noCounts, type RunCounts } from '../../conversation/run/run-record.ts';
import { GroupCommit } from '../leases/group-commit.ts';
import type { GradedConversation, GradingWriter } from '../port.ts';
import { MessageWriter } from '../runs/message-writer.ts';
import type { RunStatements } from '../runs/run-statements.ts';
import { findRunNumber, unknownRunFault } from '../runs/runs.ts';
import { assertPaired, VerdictWriter } from '../runs/verdict-writer.ts';
import type { Connection } from '../sqlite/connection.ts';
import { takeSequence } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import { insertGradedQuery, toGradedValues } from './graded-conversations.ts';
import { countGradingQuery, heldGradingFault, letGoOfGrading, listHeldGradings } from './gradings.ts';

export interface GradingWriterOptions {
  readonly connection: Connection;
  readonly db: Kysely<Database>;
  readonly statements: RunStatements;
  readonly clock: Clock;
  readonly run: { readonly id: string; readonly no: number };
  readonly number: number;
  /** Of the owner. */
  readonly token: string;
  readonly graded: ReadonlySet<number>;
}

export interface SqliteGradingWriter extends GradingWriter {
  /** Waits for what is queued, whether or not it can be written. */
  settle(): Promise<void>;
}

interface Entry {
  readonly conversation: number;
  readonly graded: GradedConversation;
}

/** A beat is a group of nothing: every group says that the owner is alive. */
type Written = Entry | 'heartbeat';

export function createGradingWriter(options: GradingWriterOptions): SqliteGradingWriter {
  const { connection, db, run, number, token } = options;
  const writeGroup = openGroupWriter(options);
  let failure: { readonly error: unknown } | undefined;

  const commits = new GroupCommit<Written>(async (written) => {
    if (failure !== undefined) throw failure.error;
    try {
      await connection.transact(() => writeGroup(written.filter((entry) => entry !== 'heartbeat')));
    } catch (error) {
      failure = { error: error instanceof LostGrading ? await explainLoss(options) : error };
      throw failure.error;
    }
  });
  return {
    number,
    graded: options.graded,
    record: (conversation, graded) => {
      assertPaired(graded);
      return commits.add({ conversation, graded });
    },
    heartbeat: () => commits.add('heartbeat'),
    close: async (state) => {
      await commits.settle();
      if (state === 'completed' && failure === undefined) return end(options);
      await letGoOfGrading(db, { run: run.no, number, token });
      if (state === 'completed') throw failure?.error;
    },
    settle: () => commits.settle(),
  };
}

function openGroupWriter({ connection, db, statements, clock, run, number, token }: GradingWriterOptions) {
  const insertGraded = connection.prepare(insertGradedQuery(db).compile().sql);
  const countGrading = connection.prepare(countGradingQuery(db).compile().sql);
  const verdicts = new VerdictWriter(statements, new MessageWriter(statements, run.no));
  return (entries: readonly Entry[]): void => {
    const counts: Record<keyof RunCounts, number> = { ...noCounts };
    const count = entries.reduce((sum, { graded }) => sum + graded.verdicts.length, 0);
    let sequence = Number(statements.takeSequence.get(count)?.value) - count + 1;
    for (const { conversation, graded } of entries) {
      const place = { run: run.no, conversation, grading: number, sequence };
      sequence += graded.verdicts.length;
      if (insertGraded.run(...toGradedValues(graded, place)).changes === 0) continue;
      verdicts.write(graded, place);
      counts[graded.status] += 1;
    }
    const { pass, fail, error, ungraded, skipped } = counts;
    const at = new Date(clock.now()).toISOString();
    const counted = countGrading.run(at, pass, fail, error, ungraded, skipped, run.no, number, token);
    if (counted.changes === 0) throw new LostGrading();
  };
}

async function end(options: GradingWriterOptions): Promise<void> {
  const { db, clock, run, number, token } = options;
  const isEnded = await db.transaction().execute(async (transaction) => {
    const sequence = await takeSequence(transaction, 1);
    const at = new Date(clock.now()).toISOString();
    return letGoOfGrading(transaction, { run: run.no, number, token }, { at, sequence });
  });
  if (!isEnded) throw await explainLoss(options);
}

class LostGrading extends Error {}

/** Why the grading is not ours any more. */
async function explainLoss({ db, run, number }: GradingWriterOptions): Promise<Fault> {
  if ((await findRunNumber(db, run.id)) !== run.no) return unknownRunFault(run.id);
  const owner = (await listHeldGradings(db, run.no)).find((grading) => grading.number === number)?.owner;
  if (owner !== undefined) return heldGradingFault(run.id, owner);
  return new Fault({
    code: 'STORE_RUN_HELD',
    message: `Another process took over grading ${number} of run ${run.id} and has released it since.`,
    hint: 'Grade the run again.',
  });
}
