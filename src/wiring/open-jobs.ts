import { type Clock, systemClock } from '../base/clock.ts';
import type { Problem } from '../base/fault.ts';
import type { JobDatabase } from '../job/run-job.ts';
import type { CalibrateJob } from '../jobs/calibrate/job.ts';
import type { CalibrateDecksOptions } from '../jobs/calibrate/options.ts';
import type { CalibrateTools } from '../jobs/calibrate/plan.ts';
import type { GradeJob } from '../jobs/grade/job.ts';
import type { GradingOptions } from '../jobs/grade/options.ts';
import type { GradeTools } from '../jobs/grade/plan.ts';
import type { RunJob } from '../jobs/run/job.ts';
import { isResumed, type RunEvalOptions } from '../jobs/run/options.ts';
import type { RunTools } from '../jobs/run/plan.ts';
import type { FindRecordedSend } from '../samples/eval-sources.ts';
import { toExpiryTest } from '../store/leases/lease-expiry.ts';
import type { Store } from '../store/port.ts';
import type { ReplyCache } from '../target/caching.ts';
import { findPrice } from '../target/prices.ts';
import { openCommandRunner } from './command-runner.ts';
import { openCalls } from './open-calls.ts';
import {
  findStorePath,
  findStoreRoot,
  findWritableStore,
  getStore,
  markProject,
  openStore,
  type StorePlace,
} from './open-store.ts';
import { assertNotProtected } from './protected-files.ts';

/** Opens a run, new or resumed. Throws a Fault before any call, and then leaves no new database behind. */
export async function openRunJob(options: RunEvalOptions, clock: Clock = systemClock): Promise<RunJob> {
  const { openRun } = await import('../jobs/run/job.ts');
  const place = toPlace(options, { file: options.files?.[0], clock, isNew: !isResumed(options) });
  return withTools(options, place, (tools) => openRun(options, tools));
}

interface GradePlace {
  readonly clock?: Clock | undefined;
  /** A file of the project that has the run. Default: the project around `cwd`. */
  readonly file?: string | undefined;
}

/** Opens a grading of a run, new or resumed. Throws a Fault before any judge is asked. */
export async function openGradeJob(
  run: string,
  options: GradingOptions,
  { clock = systemClock, file }: GradePlace = {},
): Promise<GradeJob> {
  const { openGrading } = await import('../jobs/grade/job.ts');
  return withTools(options, toPlace(options, { file, clock, isNew: false }), (tools) =>
    openGrading(run, options, tools),
  );
}

/** Opens a calibration, new or resumed. Throws a Fault before any judge is asked. */
export async function openCalibrateJob(
  decks: readonly string[],
  options: CalibrateDecksOptions,
  clock: Clock = systemClock,
): Promise<CalibrateJob> {
  const { openCalibration } = await import('../jobs/calibrate/job.ts');
  const place = toPlace(options, { file: decks[0], clock, isNew: true });
  return withTools(options, place, (tools) => openCalibration(decks, options, tools));
}

interface JobPlace extends StorePlace {
  readonly warnings: readonly Problem[];
  /** false: the database must exist. */
  readonly isNew: boolean;
}

function toPlace(
  { cwd = process.cwd(), db: path }: Pick<RunEvalOptions, 'cwd' | 'db'>,
  rest: Pick<JobPlace, 'file' | 'clock' | 'isNew'>,
): JobPlace {
  const warnings: Problem[] = [];
  return { ...rest, path, cwd, warnings, onMadePrivate: (warning) => void warnings.push(warning) };
}

type AnyJobTools = RunTools & GradeTools & CalibrateTools;

/** If the job cannot be opened, closes the database and removes the folder created for a new one. */
async function withTools<Job>(
  { env = process.env }: Pick<RunEvalOptions, 'env'>,
  place: JobPlace,
  open: (tools: AnyJobTools) => Promise<Job>,
): Promise<Job> {
  const store = new LazyStore(place, await (place.isNew ? findWritableStore(place) : getStore(place)));
  const unmark = markProject(place);
  try {
    return await open(toTools(place, store, env));
  } catch (error) {
    await store.known?.close();
    unmark();
    throw error;
  }
}

function toTools(place: JobPlace, database: LazyStore, env: AnyJobTools['env']): AnyJobTools {
  const { cwd, clock, warnings } = place;
  const random = Math.random;
  const calls = { cwd, env, clock, random, cache: database.cache };
  return {
    cwd,
    env,
    clock,
    root: findStoreRoot(place),
    database,
    warnings,
    random,
    isExpired: toExpiryTest(clock),
    priceOf: findPrice,
    openCalls: (options, input) => openCalls(options, input, calls),
    openCommandRunner,
    findRecordedSend,
    checkRecord: (cassette, read) => {
      if (cassette !== undefined) assertNotProtected(cassette, { cwd, store: findStorePath(place), read });
    },
  };
}

/** Loaded on use, because most runs replay nothing. */
export const findRecordedSend: FindRecordedSend = async (cassette, id) => {
  const replay = await import('../target/replay/read-cassette.ts');
  return replay.findRecordedSend(cassette, id);
};

/** The database of a job. `open` creates a missing one. */
class LazyStore implements JobDatabase {
  known: Store | undefined;
  readonly #place: StorePlace;

  constructor(place: StorePlace, known: Store | undefined) {
    this.#place = place;
    this.known = known;
  }

  async open(): Promise<Store> {
    this.known ??= await openStore(this.#place);
    return this.known;
  }

  /** Targets are opened before the database, but called after it. */
  readonly cache: ReplyCache = {
    find: async (key) => this.known?.cache.find(key),
    save: async (key, reply) => this.known?.cache.save(key, reply),
  };
}
