import type { Clock } from '../base/clock.ts';
import type { Problem } from '../base/fault.ts';
import type { TargetSpec, TokenPrice } from '../conversation/target-spec.ts';
import type { IsExpired, Store } from '../store/port.ts';
import type { RateWait, Target } from '../target/port.ts';
import type { Budget, Spent } from './budget.ts';
import type { CallOptions } from './call-options.ts';
import type { JobControl } from './control.ts';
import { type ExpectedHits, HitCounter, noHits } from './expected-hits.ts';
import { startHeartbeat } from './lease.ts';
import { runTasks, type Task } from './scheduler.ts';

/** The default of `concurrency`. */
export const defaultConcurrency = 10;

/** Records what a job does, as the owner of a lease. */
interface JobWriter {
  /** Extends the lease. Throws `STORE_RUN_HELD` if another process took it over. */
  heartbeat(): Promise<void>;
  /** Waits for everything queued, and releases the lease. */
  close(state: 'completed' | 'stopped'): Promise<void>;
}

/** How a job ended. You can resume a `stopped` one. */
export interface JobEnd {
  readonly state: 'completed' | 'stopped';
}

/**
 * The state of a job at its end. A job that was stopped while its last tasks were in flight is complete. `left`: how
 * many tasks have no record.
 */
export function toEndState({ isStopping, unreachable }: JobControl, left: number): JobEnd['state'] {
  const isComplete = (!isStopping && unreachable.length === 0) || left <= 0;
  return isComplete ? 'completed' : 'stopped';
}

/** The steps that differ between a run, a grading and a calibration. */
export interface JobSteps<Writer extends JobWriter, End extends JobEnd> {
  /** Takes the lease. Throws `STORE_RUN_HELD` while another process owns it. */
  begin(): Promise<Writer>;
  /** The tasks without a record, in order. */
  tasks(writer: Writer): AsyncIterable<Task>;
  /** The most tasks at once in a lane, if its target sets a limit. */
  readonly limitOf?: (lane: string) => number | undefined;
  /** true: no further task starts. */
  isStopping(): boolean;
  /** Called after the last task has finished. */
  end(writer: Writer): Promise<End>;
  /** true: the record is never marked as completed, so that it never counts. */
  readonly isKeptOpen?: boolean;
}

/** The loop of every job: take the lease, run the tasks, end the record, release the lease. */
async function runJob<Writer extends JobWriter, End extends JobEnd>(
  steps: JobSteps<Writer, End>,
  {
    concurrency = defaultConcurrency,
    control,
  }: { readonly concurrency?: number | undefined; readonly control: JobControl },
): Promise<End> {
  const writer = await steps.begin();
  const heartbeat = startHeartbeat(writer, control);
  let end: End | undefined;
  try {
    await runTasks(steps.tasks(writer), { concurrency, limitOf: steps.limitOf, isStopping: () => steps.isStopping() });
    end = await steps.end(writer);
  } finally {
    heartbeat.stop();
    await writer.close(end === undefined || steps.isKeptOpen === true ? 'stopped' : end.state);
  }
  heartbeat.assertOwned();
  return end;
}

/** Opened targets, wrapped in cache, limits, retries, budget and recording. `Source`: a file that names targets. */
interface TargetPool<Source> {
  get(source: Source, id: string): Promise<Target>;
  /** The same targets, answered by the cache alone. Undefined: none of them uses the cache. */
  toCacheOnly(called: ReadonlyMap<Source, ReadonlySet<string>>): TargetPool<Source> | undefined;
  /** The calls that wait for a rate limit. */
  readonly waits: { find(): RateWait | undefined };
}

/** What a job makes its calls with. */
export interface JobCalls<Source> {
  readonly control: JobControl;
  readonly budget: Budget;
  readonly targets: TargetPool<Source>;
  close(): Promise<void>;
}

/** The targets that a job will call, and how. */
export interface CallsInput<Source> {
  readonly called: ReadonlyMap<Source, ReadonlySet<string>>;
  readonly isCached: boolean;
  readonly seed?: number | undefined;
  /** What was spent before. It counts toward the limits. */
  readonly spent?: Spent | undefined;
}

/** The database of a job. A new run plans without one, so that a mistake in its files does not create a database. */
export interface JobDatabase {
  readonly known: Store | undefined;
  /** Creates the database if there is none. */
  open(): Promise<Store>;
}

/** What a job works with. The stage `wiring` picks every implementation. */
export interface JobTools<Source> {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Root of the project that the database belongs to. Paths in records are relative to it. */
  readonly root: string;
  readonly database: JobDatabase;
  /** Problems found while the database was opened. */
  readonly warnings: readonly Problem[];
  /** A random number from 0 up to 1, for the jitter of retry delays. */
  readonly random: () => number;
  readonly isExpired: IsExpired;
  readonly priceOf: (spec: TargetSpec) => TokenPrice | undefined;
  /** Opens every target that will be called. Throws a Fault if one cannot be opened. */
  readonly openCalls: (options: CallOptions, input: CallsInput<Source>) => Promise<JobCalls<Source>>;
  /** Throws a Fault if the cassette of `record` is the database or one of these files. */
  readonly checkRecord: (record: string | undefined, read: readonly string[]) => void;
}

/** What the steps of a job work with. */
export interface StepTools<Source, Observer> {
  readonly targets: TargetPool<Source>;
  readonly control: JobControl;
  readonly observer: Observer;
  /** true: only the cache answers, nothing is recorded, and grader commands do not run. */
  readonly isLookup: boolean;
}

/** What each kind of job provides. */
interface JobParts<Source, Observer, Writer extends JobWriter, End extends JobEnd> {
  steps(tools: StepTools<Source, Observer>): JobSteps<Writer, End>;
  /** An observer that counts the replies from the cache. */
  toHitObserver(counter: HitCounter): Observer;
  /** Writes nothing. */
  readonly nullWriter: Writer;
}

/** A job that is ready to run: everything is checked, and nothing was called. */
export interface OpenJob<Observer, End extends JobEnd> {
  readonly store: Store;
  readonly control: JobControl;
  readonly budget: Budget;
  readonly waits: TargetPool<unknown>['waits'];
  /** How many replies the cache is expected to give. It makes no calls. */
  expectHits(): Promise<ExpectedHits>;
  /** Runs until the job completes, or until `control` stops it. */
  run(observer: Observer): Promise<End>;
  close(): Promise<void>;
}

/** Opens the targets and the database of a planned job. */
export async function openJob<Source, Observer, Writer extends JobWriter, End extends JobEnd>(
  tools: Pick<JobTools<Source>, 'database' | 'openCalls'>,
  options: CallOptions,
  {
    toParts,
    ...input
  }: CallsInput<Source> & { readonly toParts: (store: Store) => JobParts<Source, Observer, Writer, End> },
): Promise<OpenJob<Observer, End>> {
  const { control, budget, targets, close } = await tools.openCalls(options, input);
  const store = await tools.database.open().catch(async (error) => {
    await close();
    throw error;
  });
  const { concurrency } = options;
  const parts = toParts(store);
  return {
    store,
    control,
    budget,
    waits: targets.waits,
    expectHits: () => countHits(parts, input.called, targets),
    run: (observer) => runJob(parts.steps({ targets, control, observer, isLookup: false }), { concurrency, control }),
    async close() {
      await close();
      await store.close();
    },
  };
}

/** Runs the same tasks with targets that only the cache answers for. Nothing is called or recorded. */
async function countHits<Source, Observer, Writer extends JobWriter, End extends JobEnd>(
  parts: JobParts<Source, Observer, Writer, End>,
  called: CallsInput<Source>['called'],
  targets: TargetPool<Source>,
): Promise<ExpectedHits> {
  const cached = targets.toCacheOnly(called);
  if (cached === undefined) return noHits;
  const counter = new HitCounter();
  const observer = parts.toHitObserver(counter);
  const steps = parts.steps({ targets: cached, control: counter.control, observer, isLookup: true });
  await runTasks(steps.tasks(parts.nullWriter), { concurrency: 1, isStopping: () => steps.isStopping() });
  return counter.toHits();
}
