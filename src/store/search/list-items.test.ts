import { describe, expect, it } from 'vitest';
import { fillDatasets, openMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { countItems, listItems, readAllItems } from './list-items.ts';

/** One more than a statement of SQLite has variables. */
const tooMany = 32_767;

describe('lists among more datasets than a query can name', () => {
  it('finds items by the start of their id in all of them', async () => {
    const { connection, db } = await openMigratedDatabase();
    fillDatasets(connection, tooMany);
    expect(await countItems(db, { idPrefix: 'a-1' })).toBe(tooMany);
    expect(await countItems(db, { idPrefix: 'b' })).toBe(0);
    for (const sortBy of ['id', 'updatedAt'] as const) {
      const { records } = await listItems(db, { idPrefix: 'a-', limit: 3, sortBy, sortOrder: 'asc' });
      expect(records.map(({ dataset }) => dataset)).toEqual(['d-1', 'd-2', 'd-3']);
    }
  });

  it('reads items by the start of their id, dataset by dataset', async () => {
    const { connection, db } = await openMigratedDatabase();
    fillDatasets(connection, tooMany, 2);
    const read: string[] = [];
    for await (const { dataset, id } of readAllItems(db, { idPrefix: 'a-' })) {
      read.push(`${dataset} ${id}`);
      if (read.length === 3) break;
    }
    expect(read).toEqual(['d-1 a-1', 'd-1 a-2', 'd-10 a-1']);
  });
});
