import { type Kysely, type Selectable, sql } from 'kysely';
import type { JudgedSample } from '../../conversation/judge/calibration.ts';
import { Verdict } from '../../conversation/verdict.ts';
import type { ResultKey } from '../calibration-port.ts';
import { type JudgmentTexts, listJudgmentMessages, toExchange, toExchangeColumns } from '../runs/judgments.ts';
import { readTextsOf, type Texts } from '../runs/messages.ts';
import type { CalibrationResultTable } from '../tables/calibration-tables.ts';
import type { Database } from '../tables/database.ts';
import { parseWith } from '../tables/json-column.ts';
import { Statement, toParameters } from '../tables/statement.ts';
import { parseSampleId } from './calibration-samples.ts';
import { findCalibrationNumber, unknownCalibrationFault } from './calibrations.ts';

type ResultRow = Selectable<CalibrationResultTable>;
/** With the id of its sample. */
type NamedRow = ResultRow & { readonly sample: string };
type AskedRow = Pick<ResultRow, 'request' | 'reply_no'>;

const resultsAtOnce = 200;

const resultColumns = [
  'calibration_no',
  'judge',
  'position',
  'variant',
  'repeat',
  'verdict',
  'request',
  'reply_no',
  'call',
] as const;

export function insertResultStatement(db: Kysely<Database>) {
  const result = toParameters('calibration_results', resultColumns);
  return new Statement(result, db.insertInto('calibration_results').values(result));
}

export interface ResultPlace {
  readonly calibration: number;
  /** The position of the sample. */
  readonly position: number;
  /** Absent: there is no judgment. */
  readonly texts?: JudgmentTexts;
}

export function toResultColumns(
  { judge, repeat, variant, verdict, judgment }: JudgedSample,
  { calibration, position, texts }: ResultPlace,
): ResultRow {
  const exchange =
    texts === undefined ? { request: null, reply_no: null, call: null } : toExchangeColumns(judgment?.call, texts);
  return {
    calibration_no: calibration,
    judge,
    position,
    variant,
    repeat,
    verdict: JSON.stringify(verdict),
    ...exchange,
  };
}

/** What is recorded already. */
export async function listResultKeys(db: Kysely<Database>, calibration: number): Promise<readonly ResultKey[]> {
  const rows = await db
    .selectFrom('calibration_results as results')
    .innerJoin('calibration_samples as samples', (join) =>
      join
        .onRef('samples.calibration_no', '=', 'results.calibration_no')
        .onRef('samples.position', '=', 'results.position'),
    )
    .select(['results.judge', 'samples.sample', 'results.repeat', 'results.variant'])
    .where('results.calibration_no', '=', calibration)
    .execute();
  return rows.map((row) => ({ ...row, sample: parseSampleId(row.sample) }));
}

/** The results of a calibration by judge, sample, variant and repeat, a page at a time. */
export async function* readResults(db: Kysely<Database>, id: string): AsyncGenerator<JudgedSample> {
  const calibration = await findCalibrationNumber(db, id);
  if (calibration === undefined) return;
  let rows: readonly NamedRow[];
  let last: NamedRow | undefined;
  do {
    rows = await listPage(db, calibration, last);
    const messages = listResultMessages(rows);
    const texts = await readTextsOf(db, messages);
    const isWhole = messages.every((message) => texts.has(message));
    if (!isWhole && (await findCalibrationNumber(db, id)) === undefined) throw unknownCalibrationFault(id);
    yield* rows.map((row) => toJudgedSample(row, texts));
    last = rows.at(-1);
  } while (rows.length === resultsAtOnce);
}

async function listPage(
  db: Kysely<Database>,
  calibration: number,
  last: NamedRow | undefined,
): Promise<readonly NamedRow[]> {
  let query = db
    .selectFrom('calibration_results as results')
    .innerJoin('calibration_samples as samples', (join) =>
      join
        .onRef('samples.calibration_no', '=', 'results.calibration_no')
        .onRef('samples.position', '=', 'results.position'),
    )
    .selectAll('results')
    .select('samples.sample')
    .where('results.calibration_no', '=', calibration);
  if (last !== undefined) {
    const { judge, position, variant, repeat } = last;
    query = query.where(
      sql<boolean>`(results.judge, results.position, results.variant, results.repeat) > (${judge}, ${position}, ${variant}, ${repeat})`,
    );
  }
  return query
    .orderBy('results.judge')
    .orderBy('results.position')
    .orderBy('results.variant')
    .orderBy('results.repeat')
    .limit(resultsAtOnce)
    .execute();
}

/** Which samples of a calibration are meant. */
export interface SampleRange {
  readonly calibration: number;
  /** Those who are asked about them, by whom results are found. */
  readonly judges: readonly number[];
  readonly positions: readonly number[];
}

export async function listSampleResults(
  db: Kysely<Database>,
  { calibration, judges, positions }: SampleRange,
): Promise<readonly ResultRow[]> {
  return db
    .selectFrom('calibration_results')
    .selectAll()
    .where('calibration_no', '=', calibration)
    .where('judge', 'in', judges)
    .where('position', 'in', positions)
    .execute();
}

/** Deletes samples of a calibration with their results, and leaves the messages. */
export async function deleteSampleRows(db: Kysely<Database>, range: SampleRange): Promise<void> {
  const { calibration, judges, positions } = range;
  for (const table of ['calibration_results', 'calibration_samples'] as const) {
    await db
      .deleteFrom(table)
      .where('calibration_no', '=', calibration)
      .where('judge', 'in', judges)
      .where('position', 'in', positions)
      .execute();
  }
}

/** Numbers of the texts that results point at, each once. */
export function listResultMessages(rows: readonly AskedRow[]): readonly number[] {
  return listJudgmentMessages(
    rows.flatMap(({ request, reply_no }) => (request === null ? [] : [{ request, reply_no }])),
  );
}

function toJudgedSample(row: NamedRow, texts: Texts): JudgedSample {
  const { judge, position, repeat, variant, request, reply_no, call } = row;
  const what = `result ${variant} ${repeat} of sample ${position}`;
  const verdict = parseWith(Verdict, row.verdict, what);
  const { grader, turnIndex } = verdict;
  const asked = request === null ? undefined : toExchange({ request, reply_no, call }, { texts, what });
  return {
    judge,
    sample: parseSampleId(row.sample),
    repeat,
    variant,
    verdict,
    ...(asked === undefined ? {} : { judgment: { grader, turnIndex, ...asked } }),
  };
}
