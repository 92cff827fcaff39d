import type { Fault } from '../../base/fault.ts';
import type { Connection } from '../sqlite/connection.ts';
import { GroupCommit } from './group-commit.ts';

export interface BatchWriterOptions<Entry> {
  readonly connection: Connection;
  /** Writes a group inside a transaction, and the time as the heartbeat. False when the lease is lost. */
  readonly write: (entries: readonly Entry[]) => boolean;
  /** Ends what the lease is on, and releases it. False when the lease is lost. */
  readonly release: (state: 'completed' | 'stopped') => Promise<boolean>;
  readonly explainLoss: () => Promise<Fault>;
}

/** Writes what the owner of a lease records, in order and in groups, for as long as it has the lease. */
export interface BatchWriter<Entry> {
  /** Resolves when the entry is durable. Once a write failed, every later one fails with the same error. */
  add(entry: Entry): Promise<void>;
  heartbeat(): Promise<void>;
  /** Waits for everything queued and releases the lease. Records with a gap are never `completed`. */
  close(state: 'completed' | 'stopped'): Promise<void>;
  /** Waits for everything queued, whether or not it can be written. */
  settle(): Promise<void>;
}

class LeaseLost extends Error {}

export function createBatchWriter<Entry extends object>(options: BatchWriterOptions<Entry>): BatchWriter<Entry> {
  const { connection, write, release, explainLoss } = options;
  let failure: { readonly error: unknown } | undefined;

  const commits = new GroupCommit<Entry | 'heartbeat'>(async (group) => {
    if (failure !== undefined) throw failure.error;
    try {
      await connection.transact(() => {
        // A heartbeat is a group of nothing: every group extends the lease.
        if (!write(group.filter((entry) => entry !== 'heartbeat'))) throw new LeaseLost();
      });
    } catch (error) {
      failure = { error: error instanceof LeaseLost ? await explainLoss() : error };
      throw failure.error;
    }
  });
  return {
    add: (entry) => commits.add(entry),
    heartbeat: () => commits.add('heartbeat'),
    close: async (state) => {
      await commits.settle();
      const isOurs = await release(failure === undefined ? state : 'stopped');
      const isReported = failure !== undefined;
      if (!isOurs) failure ??= { error: await explainLoss() };
      if (failure !== undefined && (state === 'completed' || !isReported)) throw failure.error;
    },
    settle: () => commits.settle(),
  };
}
