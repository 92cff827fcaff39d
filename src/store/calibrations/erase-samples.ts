import type { Kysely } from 'kysely';
import { toItemCluster } from '../../conversation/cluster.ts';
import type { ItemKey } from '../item-port.ts';
import { noOwner } from '../leases/leases.ts';
import { toChunks } from '../runs/messages.ts';
import { deleteMessages } from '../runs/removals.ts';
import type { Database } from '../tables/database.ts';
import { deleteSampleRows, listResultMessages, listSampleResults, type SampleRange } from './calibration-results.ts';
import { listClusterRows } from './calibration-samples.ts';

/**
 * Erases the samples that were made of an item, and their verdicts, from every calibration; inside a transaction. A
 * process that calibrates with them loses its lease: it may know messages that no longer exist.
 */
export async function eraseItemSamples(db: Kysely<Database>, key: ItemKey): Promise<void> {
  const rows = await listClusterRows(db, toItemCluster(key));
  for (const [calibration, own] of Map.groupBy(rows, (row) => row.calibration_no)) {
    const range = {
      calibration,
      judges: [...new Set(own.map(({ judge }) => judge))],
      positions: own.map(({ position }) => position),
    };
    const results = await listSampleResults(db, range);
    const texts = [...own.map((row) => row.message_no), ...listResultMessages(results)];
    await deleteSampleRows(db, range);
    await deleteUnused(db, calibration, texts);
    await db
      .updateTable('calibrations')
      .set((eb) => ({
        expected: eb('expected', '-', results.length),
        recorded: eb('recorded', '-', results.length),
        ...noOwner,
      }))
      .where('no', '=', calibration)
      .execute();
  }
}

/** The results of every sample share the texts of the deck. */
async function deleteUnused(
  db: Kysely<Database>,
  calibration: SampleRange['calibration'],
  texts: readonly number[],
): Promise<void> {
  const samples = await db
    .selectFrom('calibration_samples')
    .select('message_no')
    .where('calibration_no', '=', calibration)
    .execute();
  const results = await db
    .selectFrom('calibration_results')
    .select(['request', 'reply_no'])
    .where('calibration_no', '=', calibration)
    .execute();
  const used = new Set([...samples.map((row) => row.message_no), ...listResultMessages(results)]);
  const unused = [...new Set(texts)].filter((text) => !used.has(text));
  for (const some of toChunks(unused)) await deleteMessages(db, calibration, some);
}
