import type { Kysely } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import type { JudgedSample } from '../../conversation/judge/calibration.ts';
import type { CalibrationWriter, ResultKey } from '../calibration-port.ts';
import { GroupCommit } from '../leases/group-commit.ts';
import { MessageWriter } from '../runs/message-writer.ts';
import type { MessageStatements } from '../runs/run-statements.ts';
import type { Connection } from '../sqlite/connection.ts';
import type { Database } from '../tables/database.ts';
import type { BegunCalibration } from './begin-calibration.ts';
import { insertResultQuery, toResultValues } from './calibration-results.ts';
import {
  countCalibrationQuery,
  findHeldCalibration,
  heldCalibrationFault,
  letGoOfCalibration,
  unknownCalibrationFault,
} from './calibrations.ts';

export interface CalibrationWriterOptions {
  readonly connection: Connection;
  readonly db: Kysely<Database>;
  readonly statements: MessageStatements;
  readonly clock: Clock;
  readonly calibration: BegunCalibration;
  /** Of the owner. */
  readonly token: string;
}

export interface SqliteCalibrationWriter extends CalibrationWriter {
  /** Waits for what is queued, whether or not it can be written. */
  settle(): Promise<void>;
}

/** A beat is a group of nothing: every group says that the owner is alive. */
type Written = { readonly result: JudgedSample; readonly position: number } | 'heartbeat';

export function createCalibrationWriter(options: CalibrationWriterOptions): SqliteCalibrationWriter {
  const { connection, db, clock, calibration, token } = options;
  const { id, no } = calibration;
  const recorded = new Set(calibration.recorded.map(toResultName));
  const positions = new Map(calibration.places.map(({ position, ...place }) => [toSampleName(place), position]));
  const writeGroup = openGroupWriter(options, recorded);
  let failure: { readonly error: unknown } | undefined;

  const commits = new GroupCommit<Written>(async (written) => {
    if (failure !== undefined) throw failure.error;
    try {
      await connection.transact(() => writeGroup(written));
    } catch (error) {
      failure = { error: error instanceof LostCalibration ? await explainLoss(db, calibration) : error };
      throw failure.error;
    }
  });
  return {
    id,
    has: (key) => recorded.has(toResultName(key)),
    record: (result) => {
      const position = positions.get(toSampleName(result));
      if (position === undefined) throw new Error(`Judge ${result.judge} has no sample "${result.sample}".`);
      assertPaired(result);
      return commits.add({ result, position });
    },
    heartbeat: () => commits.add('heartbeat'),
    close: async (state) => {
      await commits.settle();
      const endedAt = state === 'completed' && failure === undefined ? new Date(clock.now()).toISOString() : undefined;
      const isOurs = await letGoOfCalibration(db, { no, token }, endedAt);
      if (state === 'completed' && failure !== undefined) throw failure.error;
      if (state === 'completed' && !isOurs) throw await explainLoss(db, calibration);
    },
    settle: () => commits.settle(),
  };
}

function openGroupWriter(
  { connection, db, statements, clock, calibration, token }: CalibrationWriterOptions,
  recorded: Set<string>,
): (written: readonly Written[]) => void {
  const { no } = calibration;
  const insertResult = connection.prepare(insertResultQuery(db).compile().sql);
  const countCalibration = connection.prepare(countCalibrationQuery(db).compile().sql);
  const messages = new MessageWriter(statements, no);
  const toTexts = ({ request, reply }: NonNullable<JudgedSample['judgment']>) => ({
    request: request.map(({ role, content }): [string, number] => [role, messages.storeText(content)]),
    reply: reply === undefined ? null : messages.storeText(reply),
  });
  return (written) => {
    let count = 0;
    for (const entry of written) {
      // A result that is there stays; writing its texts again would leave some that nothing points at.
      if (entry === 'heartbeat' || recorded.has(toResultName(entry.result))) continue;
      const { result, position } = entry;
      const texts = result.judgment === undefined ? {} : { texts: toTexts(result.judgment) };
      insertResult.run(...toResultValues(result, { calibration: no, position, ...texts }));
      recorded.add(toResultName(result));
      count += 1;
    }
    const at = new Date(clock.now()).toISOString();
    if (countCalibration.run(at, count, no, token).changes === 0) throw new LostCalibration();
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

class LostCalibration extends Error {}

/** Why the calibration is not ours any more. */
async function explainLoss(db: Kysely<Database>, { id, no }: BegunCalibration): Promise<Fault> {
  const found = await findHeldCalibration(db, id);
  if (found?.no !== no) return unknownCalibrationFault(id);
  if (found.owner !== undefined) return heldCalibrationFault(id, found.owner);
  return new Fault({
    code: 'STORE_RUN_HELD',
    message: `Calibration ${id} is no longer owned by this process. Another process resumed it, or one of its items was purged.`,
    hint: 'Calibrate again.',
  });
}
