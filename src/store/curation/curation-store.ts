import { Kysely, type Transaction } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { CurationStore } from '../curation-port.ts';
import type { ItemStore, QueueStore } from '../item-port.ts';
import { createItemChanges, type ItemChanges, purgeItem } from '../items/item-changes.ts';
import { ItemWriter } from '../items/item-writer.ts';
import { findItemStatement, openQuestionFinder, toItemRecord } from '../items/items.ts';
import { listAssigned, serveQueue } from '../items/queue.ts';
import { findRevision, findRevisionByEtag, listRevisions } from '../items/revisions.ts';
import { countItems, listItemBriefs, listItems, readAllItems } from '../search/list-items.ts';
import type { Connection } from '../sqlite/connection.ts';
import { createDialect, createWritingDriver } from '../sqlite/dialect.ts';
import { createDatabaseCheck, eraseTraces } from '../sqlite/maintenance.ts';
import type { Database } from '../tables/database.ts';
import { listAuditEvents } from './audit-events.ts';
import { readCurationStats } from './curation-counts.ts';
import {
  createDataset,
  findDataset,
  findInstructions,
  listDatasets,
  readAssistantRoles,
  replaceDataset,
  replaceInstructions,
} from './datasets.ts';
import { findIdempotentAnswer, pruneIdempotencyKeys, saveIdempotentAnswer } from './idempotency-keys.ts';
import { addLabelRequest, listLabelRequests } from './label-requests.ts';
import { addLabels, listLabels } from './labels.ts';
import { saveSnapshot } from './save-snapshot.ts';
import { getSetting, replaceSetting, tagGlossarySetting, tagSchemaSetting } from './settings.ts';
import { findSnapshot, listSnapshots, readSnapshotItems } from './snapshots.ts';
import { addTags, listTags, removeTags } from './tags.ts';

export interface CurationStoreOptions {
  /** Writes. */
  readonly connection: Connection;
  /** Reads long lists in another thread. */
  readonly reader: Kysely<Database>;
  readonly clock: Clock;
}

export interface SqliteCurationStore extends CurationStore {
  /** Waits for what is still to be written, and stops reading. */
  close(): Promise<void>;
}

/** What the parts of the store work with. */
interface Parts extends CurationStoreOptions {
  /** A connection of its own, so that it does not see what is not committed yet. */
  readonly points: Connection;
  /** Reads what is found at once. */
  readonly pointReader: Kysely<Database>;
  /** Writes what is on disk when it is done. */
  readonly db: Kysely<Database>;
  readonly writer: ItemWriter;
  readonly changes: ItemChanges;
  readonly now: () => string;
  readonly transact: <Result>(work: (db: Transaction<Database>) => Promise<Result>) => Promise<Result>;
}

export function createCurationStore(options: CurationStoreOptions): SqliteCurationStore {
  const parts = createParts(options);
  const { connection, points, reader, changes, clock } = parts;
  return {
    items: createItemStore(parts),
    queue: createQueueStore(parts),
    ...createLabelsAndSettings(parts),
    ...createRecords(parts),
    stats: () => readCurationStats(reader),
    check: createDatabaseCheck({ writing: connection, reading: points, clock }),
    close: async () => {
      await changes.settle();
      points.close();
    },
  };
}

function createParts(options: CurationStoreOptions): Parts {
  const { connection, clock } = options;
  const db = new Kysely<Database>({ dialect: createDialect(createWritingDriver(connection, { isDurable: true })) });
  const points = connection.openReader();
  const writer = new ItemWriter(connection, db);
  return {
    ...options,
    points,
    pointReader: new Kysely<Database>({ dialect: createDialect(createWritingDriver(points)) }),
    db,
    writer,
    changes: createItemChanges({ connection, writer, clock }),
    now: () => new Date(clock.now()).toISOString(),
    transact: (work) => db.transaction().execute(work),
  };
}

function createItemStore({
  clock,
  connection,
  points,
  pointReader,
  reader,
  writer,
  changes,
  now,
  transact,
}: Parts): ItemStore {
  const find = points.prepare(findItemStatement(pointReader));
  return {
    find: async ({ dataset, id }) => {
      const row = await points.retry(() => find.get({ dataset, id }));
      return row === undefined ? undefined : toItemRecord(row);
    },
    list: (query) => listItems(reader, query),
    listBriefs: (query) => listItemBriefs(reader, query),
    count: (filter) => countItems(reader, filter),
    all: (filter, options) => readAllItems(reader, filter, options),
    change: changes.change,
    changeMany: changes.changeMany,
    revisions: (key, options) => listRevisions(reader, key, options),
    findRevision: (key, revision) => findRevision(pointReader, key, revision),
    findRevisionByEtag: (key, etag) => findRevisionByEtag(pointReader, key, etag),
    findApprovedQuestions: openQuestionFinder(points, pointReader),
    purge: async (key, actor) => {
      const isErased = await transact((db) => purgeItem(db, writer, { key, actor, at: now() })).catch(
        forgetAndThrow(writer),
      );
      if (isErased) await eraseTraces(connection, clock);
      return isErased;
    },
  };
}

/** A transaction that failed changed no counts. */
function forgetAndThrow(writer: ItemWriter): (error: unknown) => never {
  return (error) => {
    writer.forget();
    throw error;
  };
}

function createQueueStore({ reader, writer, now, transact }: Parts): QueueStore {
  return {
    serve: (caller, limit) =>
      transact((db) => serveQueue(db, writer, { caller, limit, at: now() })).catch(forgetAndThrow(writer)),
    mine: (caller) => listAssigned(reader, caller),
  };
}

function createLabelsAndSettings(parts: Parts): Pick<CurationStore, 'labels' | 'labelRequests' | 'datasets' | 'tags'> {
  const { pointReader, reader, now, transact } = parts;
  return {
    labels: {
      add: (labels, options = {}) => transact((db) => addLabels(db, labels, { ...options, at: now() })),
      list: (filter, page) => listLabels(reader, filter, page),
    },
    labelRequests: {
      add: (request, picks) => transact((db) => addLabelRequest(db, { ...request, at: now() }, picks)),
      list: (filter) => listLabelRequests(reader, filter),
    },
    datasets: {
      list: () => listDatasets(reader),
      find: (name) => findDataset(pointReader, name),
      assistantRoles: () => readAssistantRoles(pointReader),
      create: (dataset) => transact((db) => createDataset(db, dataset, now())),
      replace: (name, replacement) => transact((db) => replaceDataset(db, name, { ...replacement, at: now() })),
      findInstructions: (name) => findInstructions(pointReader, name),
      replaceInstructions: (name, replacement) =>
        transact((db) => replaceInstructions(db, name, { ...replacement, at: now() })),
    },
    tags: {
      list: () => listTags(reader),
      add: (tags, actor) => transact((db) => addTags(db, { tags, actor, at: now() })),
      remove: (tags, actor) => transact((db) => removeTags(db, { tags, actor, at: now() })),
      schema: () => getSetting(pointReader, tagSchemaSetting),
      replaceSchema: (replacement) =>
        transact((db) => replaceSetting(db, tagSchemaSetting, { ...replacement, at: now() })),
      glossary: () => getSetting(pointReader, tagGlossarySetting),
      replaceGlossary: (replacement) =>
        transact((db) => replaceSetting(db, tagGlossarySetting, { ...replacement, at: now() })),
    },
  };
}

function createRecords(parts: Parts): Pick<CurationStore, 'snapshots' | 'audit' | 'idempotency'> {
  const { pointReader, reader, db, clock, now, transact } = parts;
  return {
    snapshots: {
      save: (snapshot, items) => saveSnapshot(db, { snapshot, items, nowMs: clock.now() }),
      list: () => listSnapshots(reader),
      find: (id) => findSnapshot(pointReader, id),
      items: (id) => readSnapshotItems(reader, id),
    },
    audit: { list: (filter, page) => listAuditEvents(reader, filter, page) },
    idempotency: {
      find: (actor, key) => findIdempotentAnswer(pointReader, actor, key),
      save: (key, answer) =>
        transact((transaction) => saveIdempotentAnswer(transaction, key, { ...answer, at: now() })),
      prune: (before) => pruneIdempotencyKeys(db, before),
    },
  };
}
