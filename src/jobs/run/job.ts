import { type Clock, systemClock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import type { Problem } from '../../base/fault.ts';
import { noCounts, type RunCounts } from '../../conversation/run/run-record.ts';
import type { RunSpec } from '../../conversation/run/run-spec.ts';
import type { Budget } from '../../job/budget.ts';
import { checkBudget } from '../../job/check-budget.ts';
import type { JobControl } from '../../job/control.ts';
import { type ExpectedHits, HitCounter, noHits, nullRunWriter } from '../../job/expected-hits.ts';
import { startHeart } from '../../job/lease.ts';
import { hasReachedAll } from '../../job/run-line.ts';
import { toCalledTargets, toTargetSource } from '../../samples/eval-sources.ts';
import type { PlayLimits } from '../../play/playing.ts';
import type { JudgeNote } from '../../report/certificate-notes.ts';
import type { TargetSends } from '../../samples/target-sends.ts';
import type { Store } from '../../store/port.ts';
import type { ReplyCache } from '../../target/caching.ts';
import type { RateWaits } from '../../target/rate-waits.ts';
import { openGraderKits } from '../../judges/grader-kits.ts';
import { checkRecord, defaultConcurrency, openCalls } from '../../wiring/open-calls.ts';
import { findWritableStore, getStore, markProject, openStore, type StorePlace } from '../../wiring/open-store.ts';
import type { TargetSet } from '../../wiring/target-set.ts';
import { type OpenedRun, openNewRun, openOldRun, type Surroundings } from './opened-run.ts';
import type { RunEvalOptions } from './options.ts';
import type { RunPlan } from '../../play/run-plan.ts';
import type { RunContext, RunObserver } from './execute.ts';
import { noProgress, runCases } from './tasks.ts';

const defaultMaxReplies = 500;

/** `limited`: a limit or an unreachable target left conversations out. `interrupted`: the user stopped it. */
export type RunEnding = 'completed' | 'limited' | 'interrupted';

/** A run that is ready to be played: everything was checked, nothing was called. */
export interface RunSession {
  readonly run: string;
  readonly store: Store;
  readonly control: JobControl;
  readonly budget: Budget;
  /** Which calls wait for a rate limit. */
  readonly waits: Pick<RateWaits, 'find'>;
  readonly spec: RunSpec;
  /** Absent when a run is resumed whose files are unchanged: it was planned before. */
  readonly plan?: RunPlan;
  /** What was done before this session. */
  readonly before: RunCounts;
  /** Conversations in error that are played again; not among `before`. */
  readonly retried: number;
  readonly isResumed: boolean;
  /** What the targets of a resumed run are sent, by id, where a new run would send something else. */
  readonly keptSends: TargetSends;
  readonly warnings: readonly Problem[];
  /** On the certificates of judges, a line each. */
  readonly notes: readonly JudgeNote[];
  /** How many replies the cache is expected to answer. Nothing is called for it. */
  expectHits(): Promise<ExpectedHits>;
  /** Plays to the end, or until `control` stops it. */
  play(observer: RunObserver): Promise<RunEnding>;
  close(): Promise<void>;
}

/**
 * Reads and checks everything, opens the targets and the store. Throws a Fault before anything is called, and then has
 * made no database.
 */
export async function openRunSession(request: RunEvalOptions, clock: Clock = systemClock): Promise<RunSession> {
  const { cwd = process.cwd(), env = process.env, db: path } = request;
  const isOld = request.resume !== undefined || request.retryErrors === true;
  const warnings: Problem[] = [];
  const onMadePrivate = (warning: Problem) => void warnings.push(warning);
  const place = { path, cwd, file: request.files?.[0], clock, onMadePrivate };
  const store = new LateStore(place, await (isOld ? getStore(place) : findWritableStore(place)));
  const unmark = markProject(place);
  try {
    const around = { cwd, env, clock };
    const { known } = store;
    const opened = await (isOld && known !== undefined
      ? openOldRun(request, { ...around, store: known })
      : openNewRun(request, { ...around, store: known }));
    checkBudget(request, opened);
    const session = await openSession(request, opened, { ...around, late: store });
    return { ...session, warnings: [...warnings, ...session.warnings] };
  } catch (error) {
    await store.known?.close();
    unmark();
    throw error;
  }
}

/** The store of a run. Where there is no database yet, it is made only when `open` is called. */
class LateStore {
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

  /** For targets, which are opened before the store and called after it. */
  readonly cache: ReplyCache = {
    find: async (key) => this.known?.cache.find(key),
    save: async (key, reply) => this.known?.cache.save(key, reply),
  };
}

async function openSession(
  request: RunEvalOptions,
  opened: OpenedRun,
  { late, ...place }: Omit<Surroundings, 'store'> & { readonly late: LateStore },
): Promise<RunSession> {
  const { id: run, hold: _, sources: _sources, called, ...known } = opened;
  const { cache, seed } = opened.spec.options;
  const isCached = (request.cache ?? cache) !== false;
  checkRecord(request.record, opened.spec, { path: request.db, cwd: place.cwd, file: request.files?.[0] });
  const { control, budget, targets, close } = await openCalls(request, {
    ...place,
    store: late,
    called: toCalledTargets(called),
    isCached,
    seed,
  });
  const store = await late.open().catch(async (error) => {
    await close();
    throw error;
  });
  const around = { ...place, store };
  return {
    ...known,
    run,
    store,
    control,
    budget,
    waits: targets.waits,
    expectHits: () => expectHits(request, opened, { ...around, control, targets }),
    play: (observer) => play(request, opened, { ...around, control, targets, observer }),
    async close() {
      await close();
      await store.close();
    },
  };
}

interface CallsAround extends Surroundings {
  readonly control: JobControl;
  readonly targets: TargetSet;
}

interface PlayAround extends CallsAround {
  readonly observer: RunObserver;
}

async function play(request: RunEvalOptions, opened: OpenedRun, around: PlayAround): Promise<RunEnding> {
  const { control, store } = around;
  const { writer, progress } = await opened.hold(store);
  const heart = startHeart(writer, control);
  const context = toRunContext(request, opened, { ...around, writer });
  const concurrency = request.concurrency ?? defaultConcurrency;
  const conversations = definedOnly({ conversationsPerCase: opened.spec.conversationsPerCase });
  let ending: RunEnding = 'interrupted';
  try {
    await runCases(context, { concurrency, selection: opened.spec.options, progress, ...conversations });
    ending = await findEnding(opened, store, control);
  } finally {
    heart.stop();
    await writer.close(ending === 'completed' ? 'completed' : 'stopped');
  }
  heart.assertHeld();
  return ending;
}

/** Plays the run with the cache alone. Programs that grade are not run for it. */
async function expectHits(request: RunEvalOptions, opened: OpenedRun, around: CallsAround): Promise<ExpectedHits> {
  const targets = around.targets.toCacheOnly(toCalledTargets(opened.called));
  if (targets === undefined) return noHits;
  const counter = new HitCounter();
  const observer: RunObserver = {
    reply: (_start, { call }) => counter.addCall(call),
    judgment: (_start, { call }) => counter.addCall(call),
    caseEnd: () => counter.addTask(),
  };
  const { control } = counter;
  const context = toRunContext(request, opened, { ...around, control, targets, observer, writer: nullRunWriter });
  const kitOf: RunContext['kitOf'] = async (source) => {
    const { runCommand: _, ...kit } = await context.kitOf(source);
    return kit;
  };
  await runCases({ ...context, kitOf }, { concurrency: 1, selection: opened.spec.options, progress: noProgress });
  return counter.toHits();
}

function toRunContext(
  request: RunEvalOptions,
  { sources, spec: { options } }: OpenedRun,
  around: PlayAround & Pick<RunContext, 'writer'>,
): RunContext {
  const { cwd, env, control, clock, store, targets, observer, writer } = around;
  const openTarget: RunContext['openTarget'] = (source, id) => targets.get(toTargetSource(source), id);
  return {
    sources,
    choice: options,
    repeat: options.repeat,
    store: store.runs,
    writer,
    openTarget,
    kitOf: openGraderKits({ cwd, env, clock, openTarget, judge: options.judge, control }),
    limits: toLimits(request),
    clock,
    random: Math.random,
    control,
    observer,
  };
}

/** A run that was interrupted while its last conversations were in flight is complete all the same. */
async function findEnding({ id, spec }: OpenedRun, store: Store, { isDraining }: JobControl): Promise<RunEnding> {
  const counts = (await store.runs.find(id))?.counts ?? noCounts;
  if (isDraining && !hasReachedAll({ counts, spec })) return 'interrupted';
  return counts.skipped > 0 ? 'limited' : 'completed';
}

function toLimits({ maxTurns: turns = defaultMaxReplies, maxTokens: tokens, maxSeconds }: RunEvalOptions): PlayLimits {
  const timeMs = maxSeconds === undefined ? undefined : 1000 * maxSeconds;
  return { turns, ...definedOnly({ tokens, timeMs }) };
}
