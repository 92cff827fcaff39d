import type { Kysely } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { JudgedSample } from '../../conversation/judge/calibration.ts';
import type { CalibrationWriter, ResultKey } from '../calibration-port.ts';
import { createBatchWriter } from '../leases/batch-writer.ts';
import { lostFault } from '../leases/leases.ts';
import { MessageWriter } from '../runs/message-writer.ts';
import type { MessageStatements } from '../runs/run-statements.ts';
import type { Connection } from '../sqlite/connection.ts';
import type { Database } from '../tables/database.ts';
import type { BegunCalibration } from './begin-calibration.ts';
import { insertResultStatement, toResultColumns } from './calibration-results.ts';
import {
  countCalibrationStatement,
  findCalibrationLease,
  releaseCalibration,
  toLeasedCalibration,
} from './calibrations.ts';

export interface CalibrationWriterOptions {
  readonly connection: Connection;
  readonly db: Kysely<Database>;
  readonly statements: MessageStatements;
  readonly clock: Clock;
  readonly calibration: BegunCalibration;
  /** The owner's token. */
  readonly token: string;
}

export interface SqliteCalibrationWriter extends CalibrationWriter {
  /** Waits for what is queued, whether or not it can be written. */
  settle(): Promise<void>;
}

interface Entry {
  readonly result: JudgedSample;
  readonly position: number;
}

export function createCalibrationWriter(options: CalibrationWriterOptions): SqliteCalibrationWriter {
  const { connection, db, clock, calibration, token } = options;
  const { id, no } = calibration;
  const recorded = new Set(calibration.recorded.map(toResultName));
  const positions = new Map(calibration.places.map(({ position, ...place }) => [toSampleName(place), position]));
  const batch = createBatchWriter<Entry>({
    connection,
    write: openGroupWriter(options, recorded),
    release: (state) => {
      const endedAt = state === 'stopped' ? undefined : new Date(clock.now()).toISOString();
      return releaseCalibration(db, { no, token }, endedAt);
    },
    explainLoss: async () => {
      const found = await findCalibrationLease(db, id);
      return lostFault(toLeasedCalibration(id), found?.no === no ? found : undefined);
    },
  });
  return {
    id,
    has: (key) => recorded.has(toResultName(key)),
    record: (result) => {
      const position = positions.get(toSampleName(result));
      if (position === undefined) throw new Error(`Judge ${result.judge} has no sample "${result.sample}".`);
      assertPaired(result);
      return batch.add({ result, position });
    },
    heartbeat: () => batch.heartbeat(),
    close: (state) => batch.close(state),
    settle: () => batch.settle(),
  };
}

function openGroupWriter(
  { connection, db, statements, clock, calibration, token }: CalibrationWriterOptions,
  recorded: Set<string>,
): (entries: readonly Entry[]) => boolean {
  const { no } = calibration;
  const insertResult = connection.prepare(insertResultStatement(db));
  const countCalibration = connection.prepare(countCalibrationStatement(db));
  const messages = new MessageWriter(statements, no);
  const toTexts = ({ request, reply }: NonNullable<JudgedSample['judgment']>) => ({
    request: request.map(({ role, content }): [string, number] => [role, messages.storeText(content)]),
    reply: reply === undefined ? null : messages.storeText(reply),
  });
  return (entries) => {
    let count = 0;
    for (const { result, position } of entries) {
      // A result that is there stays; writing its texts again would leave some that nothing points at.
      if (recorded.has(toResultName(result))) continue;
      const texts = result.judgment === undefined ? {} : { texts: toTexts(result.judgment) };
      insertResult.run(toResultColumns(result, { calibration: no, position, ...texts }));
      recorded.add(toResultName(result));
      count += 1;
    }
    const at = new Date(clock.now()).toISOString();
    return countCalibration.run({ beat_at: at, recorded: count, no, holder_token: token }) === 1;
  };
}

function toSampleName({ judge, sample }: Pick<ResultKey, 'judge' | 'sample'>): string {
  return `${judge} ${sample}`;
}

function toResultName({ variant, repeat, ...place }: ResultKey): string {
  return `${variant} ${repeat} ${toSampleName(place)}`;
}

/** What names a judgment is kept once, in its verdict. */
function assertPaired({ verdict, judgment }: JudgedSample): void {
  if (judgment === undefined) return;
  if (judgment.grader === verdict.grader && judgment.turnIndex === verdict.turnIndex) return;
  throw new Error(`There is a judgment of "${judgment.grader}" behind a verdict of "${verdict.grader}".`);
}
