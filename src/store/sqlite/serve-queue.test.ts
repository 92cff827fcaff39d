import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillDatasets, openMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { toShares } from '../shares.ts';
import { listOffers } from '../tables/queue.ts';

describe('what datasets offer', () => {
  it('takes no more queries with many datasets than with a few', async () => {
    const { connection, db, queries } = await openMigratedDatabase();
    fillDatasets(connection, 1000, 2);
    queries.length = 0;
    const offers = await listOffers(db, 'ann', 5);
    expect(offers).toHaveLength(1000);
    expect(queries.length).toBeLessThanOrEqual(1 + 5);
    const [first = ''] = queries;
    const plan = connection.prepare(`explain query plan ${first}`).all();
    expect(plan.map(({ detail }) => detail).join('\n')).toContain('items_on_offer (dataset_no=?)');
  });

  it('is divided as if everything on offer were known', async () => {
    const { connection, db } = await openMigratedDatabase();
    const datasets = 12;
    const items = 6;
    fillDatasets(connection, datasets, items);
    const weigh = connection.prepare('update datasets set weight = ? where no = ?');
    const give = connection.prepare(
      "update items set assigned_to = iif(id > 'a-' || ?, 'bob', null) where dataset_no = ?",
    );
    const dataset = fc.record({ weight: fc.constantFrom(0, 0.5, 1, 2, 3.3, 40), available: fc.nat(items) });
    const all = fc.array(dataset, { minLength: datasets, maxLength: datasets });
    await fc.assert(
      fc.asyncProperty(all, fc.integer({ min: 1, max: 15 }), async (parties, limit) => {
        for (const [index, { weight, available }] of parties.entries()) {
          weigh.run(weight, index + 1);
          give.run(available, index + 1);
        }
        const open = parties.filter(({ weight, available }) => weight > 0 && available > 0);
        const offers = await listOffers(db, 'ann', limit);
        const known = offers.map(({ weight, items: { length: available } }) => ({ weight, available }));
        expect(known.map(({ weight }) => weight)).toEqual(open.map(({ weight }) => weight));
        expect(toShares(limit, known)).toEqual(toShares(limit, open));
      }),
    );
  });
});
