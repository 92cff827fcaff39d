import { type Kysely, sql } from 'kysely';
import type { Engine, Migration } from './migration.ts';

export const curation: Migration = {
  number: 2,
  name: 'curation',
  up: async (db, engine) => {
    await createDatasets(db, engine);
    await createItems(db, engine);
    await createItemIndexes(db);
    await createRevisions(db, engine);
    await createWhatItemsAreFoundBy(db, engine);
    await createLabels(db, engine);
    await createSettings(db);
    await createSnapshots(db, engine);
    await createRecords(db, engine);
  },
};

async function createDatasets(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('datasets')
    .addColumn('no', 'integer', engine.uniqueNumber)
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('weight', 'double precision', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('instructions', 'text', (column) => column.notNull())
    .addColumn('instructions_version', 'integer', (column) => column.notNull())
    .addColumn('instructions_at', 'text')
    .addColumn('instructions_by', 'text')
    .execute();
  await engine
    .byKey(db.schema.createTable('dataset_counts'))
    .addColumn('dataset_no', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('items', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('dataset_counts_key', ['dataset_no', 'status'])
    .execute();
}

async function createItems(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('items')
    .addColumn('no', 'integer', engine.uniqueNumber)
    .addColumn('dataset_no', 'integer', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('body_no', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('updated_by', 'text', (column) => column.notNull())
    .addColumn('reviewed_at', 'text', (column) => column.notNull())
    .addColumn('assigned_to', 'text')
    .addColumn('assigned_at', 'text')
    .addColumn('skipped_by', 'text')
    .addColumn('total_references', 'integer', (column) => column.notNull())
    .addColumn('tag_count', 'integer', (column) => column.notNull())
    .execute();
}

async function createItemIndexes(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, columns: readonly string[]) =>
    db.schema
      .createIndex(name)
      .on('items')
      .columns([...columns]);
  await index('items_by_key', ['dataset_no', 'id']).unique().execute();
  await index('items_by_sequence', ['sequence']).unique().execute();
  await index('items_by_status', ['status', 'sequence']).execute();
  await index('items_by_dataset', ['dataset_no', 'status', 'sequence']).execute();
  await index('items_by_review', ['dataset_no', 'reviewed_at', 'no']).execute();
  await index('items_by_references', ['dataset_no', 'total_references', 'no']).execute();
  await index('items_by_tag_count', ['dataset_no', 'tag_count', 'no']).execute();
  await index('items_on_offer', ['dataset_no', 'sequence'])
    .where(sql.ref('status'), 'in', sql`('draft', 'skipped')`)
    .where(sql.ref('assigned_to'), 'is', null)
    .execute();
  await index('items_by_holder', ['assigned_to', 'assigned_at', 'no'])
    .where(sql.ref('assigned_to'), 'is not', null)
    .execute();
}

async function createRevisions(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('bodies')
    .addColumn('no', 'integer', engine.rowNumber)
    .addColumn('found_by', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  await engine
    .byKey(db.schema.createTable('revisions'))
    .addColumn('item_no', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('body_no', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('by', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('revisions_key', ['item_no', 'revision'])
    .execute();
}

async function createWhatItemsAreFoundBy(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await engine
    .byKey(db.schema.createTable('item_tags'))
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('tag', 'text', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('item_tags_key', ['scope', 'tag', 'sequence'])
    .execute();
  await engine
    .byKey(db.schema.createTable('tags'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('tag', 'text', (column) => column.notNull())
    .addColumn('items', 'integer', (column) => column.notNull())
    .addColumn('added_at', 'text')
    .addColumn('added_by', 'text')
    .addPrimaryKeyConstraint('tags_key', ['kind', 'tag'])
    .execute();
  await engine
    .byKey(db.schema.createTable('questions'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('item_no', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('questions_key', ['key', 'item_no'])
    .execute();
  await engine
    .byKey(db.schema.createTable('skips'))
    .addColumn('item_no', 'integer', (column) => column.notNull())
    .addColumn('who', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('skips_key', ['item_no', 'who'])
    .execute();
  await engine.createTextIndex(db, { name: 'item_texts', finds: 'words' });
  await engine.createTextIndex(db, { name: 'item_urls', finds: 'parts' });
}

async function createLabels(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('labels')
    .addColumn('sequence', engine.sequenceKey, (column) => column.primaryKey())
    .addColumn('dataset', 'text')
    .addColumn('item', 'text')
    .addColumn('run', 'text')
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('rater', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .execute();
  const index = (name: string, column: string) =>
    db.schema.createIndex(name).on('labels').columns([column, 'sequence']).where(sql.ref(column), 'is not', null);
  await index('labels_by_item', 'item').execute();
  await index('labels_by_dataset', 'dataset').execute();
  await index('labels_by_rater', 'rater').execute();
  await index('labels_by_run', 'run').execute();
  await engine
    .byKey(db.schema.createTable('raters'))
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('labels', 'integer', (column) => column.notNull())
    .execute();
}

async function createSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}

async function createSnapshots(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('snapshots')
    .addColumn('no', 'integer', engine.uniqueNumber)
    .addColumn('id', 'text', (column) => column.unique())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('filter', 'text', (column) => column.notNull())
    .execute();
  await engine
    .byKey(db.schema.createTable('snapshot_items'))
    .addColumn('snapshot_no', 'integer', (column) => column.notNull())
    .addColumn('dataset', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('item_no', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('snapshot_items_key', ['snapshot_no', 'dataset', 'id'])
    .execute();
}

async function createRecords(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('audit_events')
    .addColumn('sequence', engine.sequenceKey, (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('dataset', 'text')
    .addColumn('item', 'text')
    .addColumn('revision', 'integer')
    .addColumn('detail', 'text')
    .execute();
  await db.schema
    .createIndex('audit_events_by_item')
    .on('audit_events')
    .columns(['item', 'sequence'])
    .where(sql.ref('item'), 'is not', null)
    .execute();
  await db.schema
    .createTable('once_keys')
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('once_keys_key', ['actor', 'key'])
    .execute();
}
