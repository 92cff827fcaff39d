import type { Kysely } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { GroupCommit } from '../leases/group-commit.ts';
import type { RunWriter } from '../port.ts';
import type { Connection } from '../sqlite/connection.ts';
import type { Database } from '../tables/database.ts';
import { type Begun, findClose, RecordWriter, type RunEntry } from './record-writer.ts';
import type { RunStatements } from './run-statements.ts';
import { findHeldRun, heldFault, toSpecColumn, unknownRunFault } from './runs.ts';
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

/** Counts on nobody else writing to the run: numbers of conversations are given out here. */
export function createRunWriter(options: RunWriterOptions): SqliteRunWriter {
  const { run } = options;
  const records = new RecordWriter(options.statements, run.no);
  let begun: Begun[] = [];
  let lastNumber = options.lastNumber;
  let failure: { readonly error: unknown } | undefined;

  async function write(entries: readonly RunEntry[]): Promise<void> {
    // A run whose records have a gap may be let go as interrupted, and nothing else. A close stands alone.
    const isLettingGo = findClose(entries)?.state === 'stopped';
    if (failure !== undefined && !isLettingGo) throw failure.error;
    const group: RunGroup = { begun: failure === undefined ? begun : [], entries };
    begun = [];
    try {
      await writeGroup(options, records, group);
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  }

  const commits = new GroupCommit<RunEntry>(write);
  return {
    run: run.id,
    begin: (start) => {
      lastNumber += 1;
      begun.push({ number: lastNumber, start });
      return lastNumber;
    },
    recordTurns: (conversation, turns) => commits.add({ kind: 'turns', conversation, turns }),
    recordReply: (conversation, reply) => commits.add({ kind: 'reply', conversation, reply }),
    recordVerdicts: (conversation, verdicts, judgments = []) => {
      assertPaired({ verdicts, judgments });
      return commits.add({ kind: 'verdicts', conversation, verdicts, judgments });
    },
    endConversation: (conversation, end) => commits.add({ kind: 'end', conversation, end }),
    reopen: (conversation) => commits.add({ kind: 'reopen', conversation }),
    startAttempt: (conversation, start) => {
      lastNumber += 1;
      return commits.add({ kind: 'attempt', conversation, start, moveTo: lastNumber });
    },
    replaceSpec: async (spec) => commits.add({ kind: 'spec', spec: toSpecColumn(spec) }),
    heartbeat: () => commits.add({ kind: 'heartbeat' }),
    close: async (state) => {
      await commits.settle();
      await commits.add({ kind: 'close', state });
    },
    settle: () => commits.settle(),
  };
}

interface RunGroup {
  readonly begun: readonly Begun[];
  readonly entries: readonly RunEntry[];
}

async function writeGroup(options: RunWriterOptions, records: RecordWriter, group: RunGroup): Promise<void> {
  const { connection, clock, run } = options;
  const holding = { token: run.token, at: new Date(clock.now()).toISOString() };
  try {
    await connection.transact(() => {
      if (!records.write(group.begun, group.entries, holding)) throw new LostRun();
    });
  } catch (error) {
    throw error instanceof LostRun ? await explainLoss(options) : error;
  }
}

class LostRun extends Error {}

/** Why the run is not ours any more. */
async function explainLoss({ db, run }: RunWriterOptions): Promise<Fault> {
  const found = await findHeldRun(db, run.id);
  if (found === undefined) return unknownRunFault(run.id);
  if (found.owner !== undefined) return heldFault(run.id, found.owner);
  return new Fault({
    code: 'STORE_RUN_HELD',
    message: `Another process took over run ${run.id} and has released it since.`,
    hint: 'Resume the run.',
  });
}
