import type { Kysely } from 'kysely';
import { mergeTestSetUses, type TestSetUse } from '../../conversation/judge/test-set-use.ts';
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

/** The judges that were ever tried on any of these samples: one entry per judge and time, with the samples it saw first then. */
export async function listTestSetUses(
  db: Kysely<Database>,
  samples: readonly string[],
): Promise<readonly TestSetUse[]> {
  const uses: TestSetUse[] = [];
  for (let start = 0; start < samples.length; start += rowsAtOnce) {
    const rows = await db
      .selectFrom('test_set_uses')
      .selectAll()
      .where('sample', 'in', samples.slice(start, start + rowsAtOnce))
      .execute();
    uses.push(...rows.map(({ judge, at, place, sample }) => ({ judge, at, place, samples: [sample] })));
  }
  return mergeTestSetUses(uses);
}
