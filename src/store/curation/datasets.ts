import type { Kysely, Selectable } from 'kysely';
import type { AssistantRolesOf } from '../../curate/conversation-view.ts';
import type { DatasetRecord, DatasetSettings, DatasetStore, Replacement, Versioned } from '../curation-port.ts';
import type { DatasetTable } from '../tables/curation-tables.ts';
import type { Database } from '../tables/database.ts';
import { parseText } from '../tables/json-column.ts';
import { Statement, toParameters } from '../tables/statement.ts';
import { toRoles } from './assistant-roles.ts';
import { recordAuditEvent } from './audit-events.ts';
import { listStatusCounts, type StatusCounts } from './curation-counts.ts';
import { checkEtag } from './settings.ts';

type DatasetRow = Selectable<DatasetTable>;

export function findDatasetNumberStatement(db: Kysely<Database>) {
  const { name } = toParameters('datasets', ['name']);
  return new Statement({ name }, db.selectFrom('datasets').select('no').where('name', '=', name));
}

/** A dataset as its first item makes it. */
const newDataset = {
  ...{ weight: 1, version: 1, description: '""', instructions: '""', instructions_version: 0 },
  assistant_roles: '[]',
};

export function insertDatasetStatement(db: Kysely<Database>) {
  const dataset = toParameters('datasets', ['name', 'created_at']);
  return new Statement(dataset, db.insertInto('datasets').values({ ...dataset, ...newDataset }));
}

export async function listDatasets(db: Kysely<Database>): Promise<readonly DatasetRecord[]> {
  const counts = await listStatusCounts(db);
  const rows = await db.selectFrom('datasets').selectAll().orderBy('name').execute();
  return rows.map((row) => toDatasetRecord(row, counts.get(row.no)));
}

export async function findDataset(db: Kysely<Database>, name: string): Promise<DatasetRecord | undefined> {
  const row = await findRow(db, name);
  return row === undefined ? undefined : toDatasetRecord(row, (await listStatusCounts(db, row.no)).get(row.no));
}

type NewDataset = Parameters<DatasetStore['create']>[0];

/** False when there is one of that name. */
export async function createDataset(db: Kysely<Database>, dataset: NewDataset, at: string): Promise<boolean> {
  const { name, description = '', weight = 1, assistantRoles = [], actor } = dataset;
  const row = await db
    .insertInto('datasets')
    .values({
      ...{ ...newDataset, name, weight, created_at: at },
      ...{ description: JSON.stringify(description), assistant_roles: JSON.stringify(assistantRoles) },
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('no')
    .executeTakeFirst();
  if (row === undefined) return false;
  await recordAuditEvent(db, { at, by: actor, action: 'dataset', dataset: name, detail: 'created' });
  return true;
}

export async function replaceDataset(
  db: Kysely<Database>,
  name: string,
  { value, actor, etag, at }: Replacement<DatasetSettings> & { readonly at: string },
): Promise<DatasetRecord | undefined> {
  const row = await findRow(db, name);
  if (row === undefined) return undefined;
  checkEtag(etag, toDatasetEtag(row), `The dataset "${name}"`);
  const { weight = row.weight } = value;
  const description = value.description === undefined ? row.description : JSON.stringify(value.description);
  const roles = value.assistantRoles === undefined ? row.assistant_roles : JSON.stringify(value.assistantRoles);
  await db
    .updateTable('datasets')
    .set({ weight, description, assistant_roles: roles, version: row.version + 1 })
    .where('no', '=', row.no)
    .execute();
  await recordAuditEvent(db, { at, by: actor, action: 'dataset', dataset: name, detail: JSON.stringify(value) });
  return findDataset(db, name);
}

export async function readAssistantRoles(db: Kysely<Database>): Promise<AssistantRolesOf> {
  const query = db.selectFrom('datasets').select(['name', 'assistant_roles']).where('assistant_roles', '!=', '[]');
  const roles = new Map((await query.execute()).map((row) => [row.name, toRoles(row.assistant_roles)]));
  return (dataset) => roles.get(dataset) ?? [];
}

export async function findInstructions(db: Kysely<Database>, name: string): Promise<Versioned<string> | undefined> {
  const row = await findRow(db, name);
  return row === undefined ? undefined : toInstructions(row);
}

export async function replaceInstructions(
  db: Kysely<Database>,
  name: string,
  { value, actor, etag, at }: Replacement<string> & { readonly at: string },
): Promise<Versioned<string> | undefined> {
  const row = await findRow(db, name);
  if (row === undefined) return undefined;
  checkEtag(etag, toInstructions(row).etag, `The instructions of the dataset "${name}"`);
  const changes = {
    instructions: JSON.stringify(value),
    instructions_version: row.instructions_version + 1,
    instructions_at: at,
    instructions_by: actor,
  };
  await db.updateTable('datasets').set(changes).where('no', '=', row.no).execute();
  await recordAuditEvent(db, { at, by: actor, action: 'instructions', dataset: name });
  return toInstructions({ ...row, ...changes });
}

async function findRow(db: Kysely<Database>, name: string): Promise<DatasetRow | undefined> {
  return db.selectFrom('datasets').selectAll().where('name', '=', name).executeTakeFirst();
}

function toDatasetRecord(row: DatasetRow, counts: StatusCounts = {}): DatasetRecord {
  return {
    name: row.name,
    description: parseText(row.description, `dataset ${row.name}`),
    weight: row.weight,
    assistantRoles: toRoles(row.assistant_roles),
    createdAt: row.created_at,
    etag: toDatasetEtag(row),
    counts,
  };
}

function toDatasetEtag({ no, version }: DatasetRow): string {
  return `${no.toString(36)}-${version.toString(36)}`;
}

function toInstructions(row: DatasetRow): Versioned<string> {
  return {
    value: parseText(row.instructions, `instructions of dataset ${row.name}`),
    etag: `${row.no.toString(36)}-i${row.instructions_version.toString(36)}`,
    ...(row.instructions_at === null ? {} : { updatedAt: row.instructions_at }),
    ...(row.instructions_by === null ? {} : { updatedBy: row.instructions_by }),
  };
}

/** Numbers and names, by name. */
export async function listDatasetNames(
  db: Kysely<Database>,
  names?: readonly string[],
): Promise<readonly { readonly no: number; readonly name: string }[]> {
  let query = db.selectFrom('datasets').select(['no', 'name']).orderBy('name');
  if (names !== undefined) query = query.where('name', 'in', names);
  return query.execute();
}
