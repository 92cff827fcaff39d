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

/** Concurrent calls when nothing else is said. */
export const defaultConcurrency = 10;

/** Records what a job does, as the owner of a lease. */
interface JobWriter {
  /** Extends the lease. Throws `STORE_RUN_HELD` when another process took it over. */
  heartbeat(): Promise<void>;
  /** Waits for everything queued, and releases the lease. */
  close(state: 'completed' | 'stopped'): Promise<void>;
}

/** How a job ended. `stopped`: it can be resumed. */
export interface JobEnd {
  readonly state: 'completed' | 'stopped';
}

/** A job that was stopped while its last tasks were in flight is complete. `left`: tasks without a record. */
export function toEndState({ isStopping, unreachable }: JobControl, left: number): JobEnd['state'] {
  const isComplete = (!isStopping && unreachable.length === 0) || left <= 0;
  return isComplete ? 'completed' : 'stopped';
}

/** What a run, a grading and a calibration do differently. */
export interface JobSteps<Writer extends JobWriter, End extends JobEnd> {
  /** Takes the lease. Throws `STORE_RUN_HELD` while another process has it. */
  begin(): Promise<Writer>;
  /** What is not recorded yet, in order. */
  tasks(writer: Writer): AsyncIterable<Task>;
  /** The most tasks at once in a lane, where its target sets a limit. */
  readonly limitOf?: (lane: string) => number | undefined;
  /** True: no further task begins. */
  isStopping(): boolean;
  /** Called when no task is at work any more. */
  end(writer: Writer): Promise<End>;
  /** True: the record is never marked as completed, so that it never counts. */
  readonly isKeptOpen?: boolean;
}

/** The loop of every job: lease, tasks, end, release. */
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

/** Opened targets, with cache, limits, retries, budget and recording around them. `Source`: a file that names targets. */
interface TargetPool<Source> {
  get(source: Source, id: string): Promise<Target>;
  /** The same targets, answered by the cache alone. Undefined: none of them is cached. */
  toCacheOnly(called: ReadonlyMap<Source, ReadonlySet<string>>): TargetPool<Source> | undefined;
  /** Which calls wait for a rate limit. */
  readonly waits: { find(): RateWait | undefined };
}

/** What a job calls with: its targets, what limits them, and what stops them. */
export interface JobCalls<Source> {
  readonly control: JobControl;
  readonly budget: Budget;
  readonly targets: TargetPool<Source>;
  close(): Promise<void>;
}

/** What a job will call, and what it spent before. */
export interface CallsInput<Source> {
  readonly called: ReadonlyMap<Source, ReadonlySet<string>>;
  readonly isCached: boolean;
  readonly seed?: number | undefined;
  /** What was spent before. The limits hold for both together. */
  readonly spent?: Spent | undefined;
}

/** The database of a job. A run without one plans first, so that a mistake in its files leaves nothing behind. */
export interface JobDatabase {
  readonly known: Store | undefined;
  /** Creates it where there is none. */
  open(): Promise<Store>;
}

/** What a job works with. The stage `wiring` picks every implementation. */
export interface JobTools<Source> {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** The project that the database belongs to: paths in records are relative to it. */
  readonly root: string;
  readonly database: JobDatabase;
  /** What was noticed while the database was opened. */
  readonly warnings: readonly Problem[];
  /** From 0 up to 1, for the jitter of waits. */
  readonly random: () => number;
  readonly isExpired: IsExpired;
  readonly priceOf: (spec: TargetSpec) => TokenPrice | undefined;
  /** Opens every target that will be called. Throws a Fault when one cannot be opened. */
  readonly openCalls: (options: CallOptions, input: CallsInput<Source>) => Promise<JobCalls<Source>>;
  /** Throws a Fault when the cassette of `record` is the database or one of these files. */
  readonly checkRecord: (record: string | undefined, read: readonly string[]) => void;
}

/** What a job's steps work with. */
export interface StepTools<Source, Observer> {
  readonly targets: TargetPool<Source>;
  readonly control: JobControl;
  readonly observer: Observer;
  /** Only the cache answers, and nothing is recorded: programs that grade do not run. */
  readonly isLookup: boolean;
}

/** What is particular to one kind of job. */
interface JobParts<Source, Observer, Writer extends JobWriter, End extends JobEnd> {
  steps(tools: StepTools<Source, Observer>): JobSteps<Writer, End>;
  /** Counts what the cache answers. */
  toHitObserver(counter: HitCounter): Observer;
  /** Writes nothing. */
  readonly nullWriter: Writer;
}

/** A job that is ready: everything was checked, and nothing was called. */
export interface OpenJob<Observer, End extends JobEnd> {
  readonly store: Store;
  readonly control: JobControl;
  readonly budget: Budget;
  readonly waits: TargetPool<unknown>['waits'];
  /** How many replies the cache is expected to give. Nothing is called for it. */
  expectHits(): Promise<ExpectedHits>;
  /** Works to the end, or until `control` stops it. */
  run(observer: Observer): Promise<End>;
  close(): Promise<void>;
}

/** Opens the calls and the database of a planned job. */
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

/** Does the same work with targets that only the cache answers for: nothing is called or recorded. */
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
