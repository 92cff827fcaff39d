import type { Kysely } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { createBatchWriter } from '../leases/batch-writer.ts';
import { lostFault } from '../leases/leases.ts';
import type { RunWriter } from '../port.ts';
import type { Connection } from '../sqlite/connection.ts';
import { takeSequence } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import { type Begun, RecordWriter, type RunEntry } from './record-writer.ts';
import type { RunStatements } from './run-statements.ts';
import { findRunLease, releaseRun, toLeasedRun, toSpecColumn } from './runs.ts';
import { assertPaired } from './verdict-writer.ts';

export interface RunWriterOptions {
  readonly connection: Connection;
  readonly db: Kysely<Database>;
  readonly statements: RunStatements;
  readonly clock: Clock;
  readonly run: { readonly id: string; readonly no: number; readonly token: string };
  /** The highest number that a conversation of the run, or an abandoned attempt, has. */
  readonly lastNumber: number;
}

export interface SqliteRunWriter extends RunWriter {
  /** Waits for what is queued, whether or not it can be written. */
  settle(): Promise<void>;
}

/** Counts on being the only writer of the run: it numbers the conversations. */
export function createRunWriter({
  connection,
  db,
  statements,
  clock,
  run,
  ...options
}: RunWriterOptions): SqliteRunWriter {
  const records = new RecordWriter(statements, run.no);
  let begun: Begun[] = [];
  let lastNumber = options.lastNumber;
  const now = () => new Date(clock.now()).toISOString();

  const batch = createBatchWriter<RunEntry>({
    connection,
    write: (entries) => {
      const starts = begun;
      begun = [];
      return records.write(starts, entries, { token: run.token, at: now() });
    },
    release: (state) =>
      db.transaction().execute(async (transaction) => {
        const sequence = await takeSequence(transaction, 1);
        return releaseRun(transaction, run, { state, at: now(), sequence });
      }),
    explainLoss: async () => lostFault(toLeasedRun(run.id), await findRunLease(db, run.id)),
  });
  return {
    run: run.id,
    begin: (start) => {
      lastNumber += 1;
      begun.push({ number: lastNumber, start });
      return lastNumber;
    },
    recordTurns: (conversation, turns) => batch.add({ kind: 'turns', conversation, turns }),
    recordReply: (conversation, reply) => batch.add({ kind: 'reply', conversation, reply }),
    recordVerdicts: (conversation, verdicts, judgments = []) => {
      assertPaired({ verdicts, judgments });
      return batch.add({ kind: 'verdicts', conversation, verdicts, judgments });
    },
    endConversation: (conversation, end) => batch.add({ kind: 'end', conversation, end }),
    reopen: (conversation) => batch.add({ kind: 'reopen', conversation }),
    startAttempt: (conversation, start) => {
      lastNumber += 1;
      return batch.add({ kind: 'attempt', conversation, start, moveTo: lastNumber });
    },
    replaceSpec: async (spec) => batch.add({ kind: 'spec', spec: toSpecColumn(spec) }),
    heartbeat: () => batch.heartbeat(),
    close: async (state) => {
      // Conversations that were begun and have no record yet.
      if (begun.length > 0) void batch.heartbeat();
      await batch.close(state);
    },
    settle: () => batch.settle(),
  };
}
