import type { Kysely, Selectable } from 'kysely';
import type { JudgeSample } from '../../conversation/judge/calibration.ts';
import { Sample } from '../../conversation/sample.ts';
import { readTextsOf, type Texts } from '../runs/messages.ts';
import type { CalibrationSampleTable } from '../tables/calibration-tables.ts';
import type { Database } from '../tables/database.ts';
import { parseText, parseWith } from '../tables/json-column.ts';
import { Statement, toParameters } from '../tables/statement.ts';
import { findCalibrationNumber, unknownCalibrationFault } from './calibrations.ts';

type SampleRow = Selectable<CalibrationSampleTable>;

const samplesAtOnce = 200;

const sampleColumns = ['calibration_no', 'position', 'judge', 'sample', 'cluster', 'message_no'] as const;

export function insertSampleStatement(db: Kysely<Database>) {
  const sample = toParameters('calibration_samples', sampleColumns);
  return new Statement(sample, db.insertInto('calibration_samples').values(sample));
}

export interface SamplePlace {
  readonly calibration: number;
  readonly position: number;
  /** Number of the message that contains the sample. */
  readonly message: number;
}

export function toSampleColumns(
  { judge, cluster, sample }: JudgeSample,
  { calibration, position, message }: SamplePlace,
): SampleRow {
  const texts = { sample: JSON.stringify(sample.id), cluster: JSON.stringify(cluster), message_no: message };
  return { calibration_no: calibration, position, judge, ...texts };
}

/** The position of each sample of a judge. */
export async function listSamplePlaces(
  db: Kysely<Database>,
  calibration: number,
): Promise<readonly { readonly judge: number; readonly sample: string; readonly position: number }[]> {
  const rows = await db
    .selectFrom('calibration_samples')
    .select(['judge', 'sample', 'position'])
    .where('calibration_no', '=', calibration)
    .execute();
  return rows.map((row) => ({ ...row, sample: parseSampleId(row.sample) }));
}

export function parseSampleId(column: string): string {
  return parseText(column, 'the id of a sample');
}

/** The samples of a calibration in the order they were given, a page at a time. */
export async function* readSamples(db: Kysely<Database>, id: string): AsyncGenerator<JudgeSample> {
  const calibration = await findCalibrationNumber(db, id);
  if (calibration === undefined) return;
  let rows: readonly SampleRow[];
  let after = -1;
  do {
    rows = await listSampleRows(db, { calibration, after, limit: samplesAtOnce });
    const texts = await readTextsOf(db, [...new Set(rows.map((row) => row.message_no))]);
    const isWhole = rows.every((row) => texts.has(row.message_no));
    if (!isWhole && (await findCalibrationNumber(db, id)) === undefined) throw unknownCalibrationFault(id);
    yield* rows.map((row) => toJudgeSample(row, texts));
    after = rows.at(-1)?.position ?? after;
  } while (rows.length === samplesAtOnce);
}

export async function listSampleRows(
  db: Kysely<Database>,
  { calibration, after, limit }: { readonly calibration: number; readonly after: number; readonly limit: number },
): Promise<readonly SampleRow[]> {
  return db
    .selectFrom('calibration_samples')
    .selectAll()
    .where('calibration_no', '=', calibration)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** The samples of one cluster, in all calibrations. */
export async function listClusterRows(db: Kysely<Database>, cluster: string): Promise<readonly SampleRow[]> {
  return db.selectFrom('calibration_samples').selectAll().where('cluster', '=', JSON.stringify(cluster)).execute();
}

function toJudgeSample({ judge, cluster, message_no: no }: SampleRow, texts: Texts): JudgeSample {
  return {
    judge,
    cluster: parseText(cluster, 'the cluster of a sample'),
    sample: parseWith(Sample, texts.getText(no), `the sample in message ${no}`),
  };
}
