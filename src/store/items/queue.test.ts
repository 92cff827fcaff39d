import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillDatasets, openMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { listOffers, toShares } from './queue.ts';

describe('what datasets offer', () => {
  it('takes no more queries with many datasets than with a few', async () => {
    const { connection, db, queries } = await openMigratedDatabase();
    fillDatasets(connection, 1000, 2);
    queries.length = 0;
    const offers = await listOffers(db, 'ann', 5);
    expect(offers).toHaveLength(1000);
    expect(queries.length).toBeLessThanOrEqual(1 + 5);
    const [first = ''] = queries;
    const plan = connection.prepareText(`explain query plan ${first}`).all();
    expect(plan.map(({ detail }) => detail).join('\n')).toContain('items_on_offer (dataset_no=?)');
  });

  it('is divided as if everything on offer were known', async () => {
    const { connection, db } = await openMigratedDatabase();
    const datasets = 12;
    const items = 6;
    fillDatasets(connection, datasets, items);
    const weigh = connection.prepareText('update datasets set weight = ? where no = ?');
    const give = connection.prepareText(
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

const many = 1000;

describe('toShares', () => {
  it.each([
    // 10 × 3/4 = 7.5 and 10 × 1/4 = 2.5: equal remainders, the first wins.
    [
      10,
      [
        { weight: 3, available: many },
        { weight: 1, available: many },
      ],
      [8, 2],
    ],
    // 1 is all the second has; the rest goes to the first.
    [
      10,
      [
        { weight: 3, available: many },
        { weight: 1, available: 1 },
      ],
      [9, 1],
    ],
    // 7 × 1/3 = 2.33 each: the rest of 1 goes to the first.
    [
      7,
      [
        { weight: 1, available: many },
        { weight: 1, available: many },
        { weight: 1, available: many },
      ],
      [3, 2, 2],
    ],
    // 0.4 and 0.6 of 1.
    [
      1,
      [
        { weight: 2, available: many },
        { weight: 3, available: many },
      ],
      [0, 1],
    ],
    [
      5,
      [
        { weight: 1, available: 2 },
        { weight: 9, available: 0 },
      ],
      [2, 0],
    ],
    [0, [{ weight: 1, available: 2 }], [0]],
    [
      4,
      [
        { weight: 1e308, available: many },
        { weight: 1e308, available: many },
      ],
      [2, 2],
    ],
    [3, [], []],
  ])('divides %i', (total, parties, shares) => {
    expect(toShares(total, parties)).toEqual(shares);
  });

  it('divides all that is available, and takes no more from a party than it has', () => {
    const party = fc.record({
      weight: fc.double({ min: 0.001, max: 1000, noNaN: true }),
      available: fc.integer({ min: 0, max: 20 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.array(party, { maxLength: 8 }), (total, parties) => {
        const shares = toShares(total, parties);
        const available = parties.reduce((sum, each) => sum + each.available, 0);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(Math.min(total, available));
        for (const [index, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(parties[index]?.available ?? 0);
        }
      }),
    );
  });
});
