import type { Migration } from './migration.ts';

const indexes = [
  ['items_by_review', 'reviewed_at'],
  ['items_by_references', 'total_references'],
  ['items_by_tag_count', 'tag_count'],
] as const;

/** Items with equal sort keys are listed by id, so the indexes that a list is read from are in that order too. */
export const tiesById: Migration = {
  number: 11,
  name: 'ties-by-id',
  up: async (db) => {
    for (const [name, key] of indexes) {
      await db.schema.dropIndex(name).execute();
      await db.schema.createIndex(name).on('items').columns(['dataset_no', key, 'id', 'no']).execute();
    }
  },
};
