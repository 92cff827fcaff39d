import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { eraseItemSamples } from '../calibrations/erase-samples.ts';
import { eraseAuditDetails, recordAuditEvent } from '../curation/audit-events.ts';
import { eraseIdempotentAnswers } from '../curation/idempotency-keys.ts';
import { deleteItemLabels } from '../curation/labels.ts';
import { deleteFromSnapshots } from '../curation/snapshots.ts';
import { deleteUnusedTags } from '../curation/tags.ts';
import type { ItemChange, ItemKey, ItemOutcome, ItemStore } from '../item-port.ts';
import { GroupCommit } from '../leases/group-commit.ts';
import type { Connection } from '../sqlite/connection.ts';
import { toStoreError } from '../sqlite/sqlite-fault.ts';
import type { Database } from '../tables/database.ts';
import type { Decided, ItemWriter, Writing } from './item-writer.ts';

/** How many changes of a batch are written before other work gets the thread. The connection stays taken. */
const changesAtOnce = 50;

export interface ItemChangesOptions {
  readonly connection: Connection;
  readonly writer: ItemWriter;
  readonly clock: Clock;
}

export interface ItemChanges extends Pick<ItemStore, 'change' | 'changeMany'> {
  /** Waits for what is still to be written. */
  settle(): Promise<void>;
}

/** Changes of items: those that come at the same time together, imports in batches. */
export function createItemChanges(options: ItemChangesOptions): ItemChanges {
  const { connection, writer, clock } = options;
  const commits = new GroupCommit<(at: string) => void>((entries) =>
    writeDurable(options, async () => {
      const at = new Date(clock.now()).toISOString();
      writer.start(entries.length);
      for (const entry of entries) entry(at);
      writer.finish();
    }),
  );
  return {
    change: async <Result>(change: ItemChange<Result>) => {
      const settled: { decided?: Decided<Result> } = {};
      await commits.add((at) => {
        settled.decided = writer.change(change, at);
      });
      const { decided } = settled;
      if (decided === undefined) throw new Error('The change was committed without being made.');
      if ('error' in decided) throw decided.error;
      return decided.outcome;
    },
    changeMany: (batches, keepsAll) =>
      keepsAll === undefined ? changeInBatches(options, batches) : changeTogether(options, batches, keepsAll),
    settle: async () => {
      await commits.settle();
      // A batch has the connection until its end.
      await connection.take();
      connection.release();
    },
  };
}

type Batches<Result> = AsyncIterable<readonly ItemChange<Result>[]>;
type Outcomes<Result> = AsyncGenerator<readonly ItemOutcome<Result>[]>;

async function* changeInBatches<Result>(options: ItemChangesOptions, batches: Batches<Result>): Outcomes<Result> {
  for await (const batch of batches) {
    yield await writeDurable(options, () => writeBatch(options, batch));
    await nextTurn();
  }
}

async function* changeTogether<Result>(
  options: ItemChangesOptions,
  batches: Batches<Result>,
  keepsAll: () => boolean,
): Outcomes<Result> {
  const { connection } = options;
  let isKept = false;
  await connection.takeDurable();
  try {
    await connection.begin();
    for await (const batch of batches) {
      yield await writeBatch(options, batch);
      await nextTurn();
    }
    if (keepsAll()) {
      connection.commit();
      isKept = true;
    }
  } catch (error) {
    throw toStoreError(error, connection.file);
  } finally {
    release(options, isKept);
  }
}

async function writeBatch<Result>(
  { writer, clock }: ItemChangesOptions,
  batch: readonly ItemChange<Result>[],
): Promise<readonly ItemOutcome<Result>[]> {
  const at = new Date(clock.now()).toISOString();
  const outcomes: ItemOutcome<Result>[] = [];
  writer.start(batch.length);
  for (const change of batch) {
    const decided = writer.change(change, at);
    if ('error' in decided) throw decided.error;
    if (outcomes.push(decided.outcome) % changesAtOnce === 0) await nextTurn();
  }
  writer.finish();
  return outcomes;
}

async function writeDurable<Result>(options: ItemChangesOptions, work: () => Promise<Result>): Promise<Result> {
  const { connection } = options;
  let isKept = false;
  await connection.takeDurable();
  try {
    await connection.begin();
    const result = await work();
    connection.commit();
    isKept = true;
    return result;
  } catch (error) {
    throw toStoreError(error, connection.file);
  } finally {
    release(options, isKept);
  }
}

/** The writer forgets what was not kept before another user gets the connection. */
function release({ connection, writer }: ItemChangesOptions, isKept: boolean): void {
  try {
    if (!isKept) {
      writer.forget();
      connection.rollback();
    }
  } finally {
    connection.releaseDurable();
  }
}

/** Erases an item with everything that came of it; inside a transaction. False when there is none. */
export async function purgeItem(
  db: Kysely<Database>,
  writer: ItemWriter,
  { key, actor, at }: Writing & { readonly key: ItemKey },
): Promise<boolean> {
  const item = writer.find(key);
  if (item === undefined) return false;
  writer.withdraw(item);
  writer.finish();
  const bodies = db.selectFrom('revisions').select('body_no').where('item_no', '=', item.no);
  await db.deleteFrom('bodies').where('no', 'in', bodies).execute();
  await db.deleteFrom('revisions').where('item_no', '=', item.no).execute();
  await db.deleteFrom('skips').where('item_no', '=', item.no).execute();
  await db.deleteFrom('items').where('no', '=', item.no).execute();
  await deleteItemLabels(db, key);
  await eraseItemSamples(db, key);
  await deleteFromSnapshots(db, key);
  await deleteUnusedTags(db);
  await eraseAuditDetails(db, key);
  await eraseIdempotentAnswers(db, key.id);
  await recordAuditEvent(db, { at, by: actor, action: 'purge', dataset: key.dataset, item: key.id });
  return true;
}
