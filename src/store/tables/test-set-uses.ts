import type { Kysely } from 'kysely';
import type { TestSetUse } from '../../conversation/test-set-use.ts';
import type { Database } from './database.ts';

const rowsAtOnce = 500;

/** Inside a transaction. A judge that was tried on a sample before keeps its first use. */
export async function recordTestSetUses(db: Kysely<Database>, uses: readonly TestSetUse[]): Promise<void> {
  const rows = uses.flatMap(({ judge, at, place, samples }) => samples.map((sample) => ({ sample, judge, at, place })));
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await db
      .insertInto('test_set_uses')
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflict((conflict) => conflict.columns(['sample', 'judge']).doNothing())
      .execute();
  }
}

/** The judges that were ever tried on any of these samples, each with the ones it was tried on and its first use. */
export async function listTestSetUses(
  db: Kysely<Database>,
  samples: readonly string[],
): Promise<readonly TestSetUse[]> {
  const uses = new Map<string, { judge: string; at: string; place: number; samples: string[] }>();
  for (let start = 0; start < samples.length; start += rowsAtOnce) {
    const rows = await db
      .selectFrom('test_set_uses')
      .selectAll()
      .where('sample', 'in', samples.slice(start, start + rowsAtOnce))
      .execute();
    for (const { judge, at, place, sample } of rows) {
      const known = uses.get(judge);
      if (known === undefined) uses.set(judge, { judge, at, place, samples: [sample] });
      else {
        known.samples.push(sample);
        if (at < known.at) Object.assign(known, { at, place });
      }
    }
  }
  return [...uses.values()];
}
