import type { Kysely } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { noCounts } from '../../conversation/run/run-record.ts';
import { createBatchWriter } from '../leases/batch-writer.ts';
import { lostFault, toLease } from '../leases/leases.ts';
import type { GradedConversation, GradingWriter } from '../port.ts';
import { MessageWriter } from '../runs/message-writer.ts';
import type { RunStatements } from '../runs/run-statements.ts';
import { findRunNumber } from '../runs/runs.ts';
import { assertPaired, VerdictWriter } from '../runs/verdict-writer.ts';
import type { Connection } from '../sqlite/connection.ts';
import { takeSequence, takeSequences } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import { toLeasedGrading } from './begin-grading.ts';
import { insertGradedStatement } from './graded-conversations.ts';
import { countGradingStatement, listGradings, releaseGrading } from './gradings.ts';

export interface GradingWriterOptions {
  readonly connection: Connection;
  readonly db: Kysely<Database>;
  readonly statements: RunStatements;
  readonly clock: Clock;
  readonly run: { readonly id: string; readonly no: number };
  readonly number: number;
  /** The owner's token. */
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

export function createGradingWriter(options: GradingWriterOptions): SqliteGradingWriter {
  const { connection, db, clock, run, number, token } = options;
  const batch = createBatchWriter<Entry>({
    connection,
    write: openGroupWriter(options),
    release: (state) =>
      db.transaction().execute(async (transaction) => {
        const at = new Date(clock.now()).toISOString();
        const end = state === 'stopped' ? undefined : { at, sequence: await takeSequence(transaction, 1) };
        return releaseGrading(transaction, { run: run.no, number, token }, end);
      }),
    explainLoss: async () => lostFault(toLeasedGrading(run.id, number), await findLease(options)),
  });
  return {
    number,
    graded: options.graded,
    record: (conversation, graded) => {
      assertPaired(graded);
      return batch.add({ conversation, graded });
    },
    heartbeat: () => batch.heartbeat(),
    close: (state) => batch.close(state),
    settle: () => batch.settle(),
  };
}

async function findLease({ db, run, number }: GradingWriterOptions) {
  if ((await findRunNumber(db, run.id)) !== run.no) return undefined;
  const row = (await listGradings(db, run.no)).find((grading) => grading.number === number);
  return row === undefined ? {} : toLease(row);
}

function openGroupWriter({ connection, db, statements, clock, run, number, token }: GradingWriterOptions) {
  const insertGraded = connection.prepare(insertGradedStatement(db));
  const countGrading = connection.prepare(countGradingStatement(db));
  const verdicts = new VerdictWriter(statements, new MessageWriter(statements, run.no));
  return (entries: readonly Entry[]): boolean => {
    const counts = { ...noCounts };
    const count = entries.reduce((sum, { graded }) => sum + graded.verdicts.length, 0);
    let sequence = takeSequences(statements, count);
    for (const { conversation, graded } of entries) {
      const place = { run: run.no, conversation, grading: number, sequence };
      sequence += graded.verdicts.length;
      const { status, aggregate: value } = graded;
      const aggregate = JSON.stringify(value);
      const ids = { run_no: run.no, conversation_no: conversation, grading: number };
      if (insertGraded.run({ ...ids, status, aggregate }) === 0) continue;
      verdicts.write(graded, place);
      counts[graded.status] += 1;
    }
    const at = new Date(clock.now()).toISOString();
    return countGrading.run({ ...counts, beat_at: at, run_no: run.no, number, holder_token: token }) === 1;
  };
}
