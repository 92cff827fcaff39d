import type { Kysely } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { noCounts, type RunCounts } from '../../conversation/run-record.ts';
import type { GradedConversation, GradingWriter } from '../port.ts';
import { takeSequence } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import { insertGradedQuery, toGradedValues } from '../tables/graded-conversations.ts';
import { countGradingQuery, endGrading } from '../tables/gradings.ts';
import { findRunNumber, unknownRunFault } from '../tables/runs.ts';
import type { Connection } from './connection.ts';
import { GroupCommit } from './group-commit.ts';
import { MessageWriter } from './message-writer.ts';
import type { RunStatements } from './run-statements.ts';
import { assertPaired, VerdictWriter } from './verdict-writer.ts';

export interface GradingWriterOptions {
  readonly connection: Connection;
  readonly db: Kysely<Database>;
  readonly statements: RunStatements;
  readonly clock: Clock;
  readonly run: { readonly id: string; readonly no: number };
  readonly number: number;
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

/** Others may write to the same grading: whoever has graded a conversation first is believed. */
export function createGradingWriter(options: GradingWriterOptions): SqliteGradingWriter {
  const { connection, run, number } = options;
  const writeGroup = openGroupWriter(options);
  let failure: { readonly error: unknown } | undefined;

  const commits = new GroupCommit<Entry>(async (entries) => {
    if (failure !== undefined) throw failure.error;
    try {
      await connection.transact(() => writeGroup(entries));
    } catch (error) {
      failure = { error };
      throw error;
    }
  });
  return {
    number,
    graded: options.graded,
    record: (conversation, graded) => {
      assertPaired(graded);
      return commits.add({ conversation, graded });
    },
    close: async (state) => {
      await commits.settle();
      if (state === 'stopped') return;
      if (failure !== undefined) throw failure.error;
      await end(options, { run: run.no, number });
    },
    settle: () => commits.settle(),
  };
}

function openGroupWriter({ connection, db, statements, run, number }: GradingWriterOptions) {
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
    const counted = countGrading.run(pass, fail, error, ungraded, skipped, run.no, number);
    if (counted.changes === 0) throw unknownRunFault(run.id);
  };
}

async function end(
  { db, clock, run: { id } }: GradingWriterOptions,
  grading: { readonly run: number; readonly number: number },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if ((await findRunNumber(transaction, id)) !== grading.run) throw unknownRunFault(id);
    const sequence = await takeSequence(transaction, 1);
    await endGrading(transaction, { ...grading, at: new Date(clock.now()).toISOString(), sequence });
  });
}
