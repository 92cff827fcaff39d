import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { Fault } from '../../base/fault.ts';
import { presetTags, TagGlossary, TagSchema } from '../../curate/tag-schema.ts';
import type { Replacement, Versioned } from '../curation-port.ts';
import type { SettingTable } from '../tables/curation-tables.ts';
import type { Database } from '../tables/database.ts';
import { parseWith } from '../tables/json-column.ts';
import { recordAuditEvent } from './audit-events.ts';

/** Something that is kept once for all datasets. */
interface Setting<Value> {
  readonly name: SettingTable['name'];
  readonly title: string;
  readonly schema: z.ZodType<Value>;
  /** The value until one is saved. */
  readonly preset: Value;
}

export const tagSchemaSetting: Setting<TagSchema> = {
  name: 'tag-schema',
  title: 'The tag schema',
  schema: TagSchema,
  preset: presetTags,
};

export const tagGlossarySetting: Setting<TagGlossary> = {
  name: 'tag-glossary',
  title: 'The tag glossary',
  schema: TagGlossary,
  preset: { entries: {} },
};

export async function getSetting<Value>(db: Kysely<Database>, setting: Setting<Value>): Promise<Versioned<Value>> {
  const row = await db.selectFrom('settings').selectAll().where('name', '=', setting.name).executeTakeFirst();
  if (row === undefined) return { value: setting.preset, etag: toEtag(setting, 0) };
  const value = parseWith(setting.schema, row.value, setting.name);
  return { value, etag: toEtag(setting, row.version), updatedAt: row.at, updatedBy: row.by };
}

export async function replaceSetting<Value>(
  db: Kysely<Database>,
  setting: Setting<Value>,
  { value, actor, etag, at }: Replacement<Value> & { readonly at: string },
): Promise<Versioned<Value>> {
  const { name } = setting;
  const row = await db.selectFrom('settings').select('version').where('name', '=', name).executeTakeFirst();
  checkEtag(etag, toEtag(setting, row?.version ?? 0), setting.title);
  const columns = { version: (row?.version ?? 0) + 1, at, by: actor, value: JSON.stringify(value) };
  await db
    .insertInto('settings')
    .values({ name, ...columns })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
    .execute();
  await recordAuditEvent(db, { at, by: actor, action: name });
  return { value, etag: toEtag(setting, columns.version), updatedAt: at, updatedBy: actor };
}

function toEtag({ name }: { readonly name: string }, version: number): string {
  return `${name}-${version.toString(36)}`;
}

/** Throws `STORE_STALE` for another ETag than the present one. */
export function checkEtag(given: string | undefined, present: string, what: string): void {
  if (given === undefined || given === present) return;
  throw new Fault({
    code: 'STORE_STALE',
    message: `${what} has changed since you read it.`,
    hint: 'Read it again, then send your change with the new ETag.',
  });
}
