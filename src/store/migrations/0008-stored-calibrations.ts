import { type Kysely, sql } from 'kysely';
import { toCanonicalJson } from '../../base/hash.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { toCurrentJudge } from '../../conversation/earlier-certificate.ts';

/** The tables as they are before and after this step, as far as it needs them. */
interface StoredSpecs {
  readonly runs: { readonly no: number; spec: string };
  readonly gradings: { readonly run_no: number; readonly number: number; spec: string };
}

/** The final names in certificates that runs and gradings recorded, and in the verdicts of calibrations. */
export async function renameStoredCalibrations(db: Kysely<unknown>): Promise<void> {
  // The tables are those of this step.
  const stored = db as Kysely<StoredSpecs>;
  await renameInRuns(stored);
  await renameInGradings(stored);
  await sql`update calibration_results set verdict = replace(verdict, ',"unit":', ',"normalizedScore":')
    where verdict like '%,"unit":%'`.execute(db);
}

const hasCertificates = '%"certificates":[%';

async function renameInRuns(db: Kysely<StoredSpecs>): Promise<void> {
  const rows = await db.selectFrom('runs').select(['no', 'spec']).where('spec', 'like', hasCertificates).execute();
  for (const { no, spec } of rows) {
    const renamed = toCurrentSpec(spec);
    if (renamed === undefined) continue;
    await db
      .updateTable('runs')
      .set({ spec: JSON.stringify(renamed) })
      .where('no', '=', no)
      .execute();
  }
}

async function renameInGradings(db: Kysely<StoredSpecs>): Promise<void> {
  const query = db.selectFrom('gradings').select(['run_no', 'number', 'spec']);
  for (const { run_no, number, spec } of await query.where('spec', 'like', hasCertificates).execute()) {
    const renamed = toCurrentSpec(spec);
    if (renamed === undefined) continue;
    await db
      .updateTable('gradings')
      // Gradings are compared by their text.
      .set({ spec: toCanonicalJson(renamed) })
      .where('run_no', '=', run_no)
      .where('number', '=', number)
      .execute();
  }
}

/** Undefined where there is nothing to rename. */
function toCurrentSpec(text: string): unknown {
  const spec: unknown = JSON.parse(text);
  if (!isPlainObject(spec) || !Array.isArray(spec.certificates)) return undefined;
  return { ...spec, certificates: spec.certificates.map(toCurrentJudge) };
}
