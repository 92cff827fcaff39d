import { type Clock, systemClock } from '../../base/clock.ts';
import type { Problem } from '../../base/fault.ts';
import type { CalibrationSpec } from '../../conversation/judge/calibration.ts';
import type { TestSetUse } from '../../conversation/judge/test-set-use.ts';
import type { SkippedSample } from '../../files/samples/samples-reading.ts';
import { type TargetSource, toTargetKey } from '../../files/targets/target-source.ts';
import type { Budget } from '../../job/budget.ts';
import { checkBudget } from '../../job/check-budget.ts';
import type { JobControl } from '../../job/control.ts';
import { type ExpectedHits, HitCounter, noHits } from '../../job/expected-hits.ts';
import { toRunId } from '../../job/job-id.ts';
import { startHeart, toLeaseOwner } from '../../job/lease.ts';
import { type CalibratedDeck, readDecks } from '../../judges/calibrated-deck.ts';
import type { GradingPlan } from '../../judges/judging-plan.ts';
import { readRubricDeck } from '../../judges/rubric-deck.ts';
import { listOwnUses } from '../../judges/test-set.ts';
import type { CalibrationRecord } from '../../store/calibration-port.ts';
import { openExpiryTest } from '../../store/leases/lease-owner.ts';
import type { Store } from '../../store/port.ts';
import type { RateWaits } from '../../target/rate-waits.ts';
import { defaultConcurrency, openCalls } from '../../wiring/open-calls.ts';
import { findStorePath, findStoreRoot, openStore } from '../../wiring/open-store.ts';
import { assertNotProtected } from '../../wiring/protected-files.ts';
import type { TargetSet } from '../../wiring/target-set.ts';
import type { Surroundings } from '../run/opened-run.ts';
import {
  type AskedJudge,
  type CalibrateObserver,
  calibrateSamples,
  type JudgingCost,
  JudgingTally,
} from './execute.ts';
import type { CalibrateRequest } from './options.ts';
import {
  findTargets,
  type OpenedCalibration,
  openCalibration,
  type PlannedJudge,
  toSampled,
  withoutTwins,
} from './plan.ts';

/** How a calibration ended. `stopped`: the same command goes on with it. */
export interface CalibrateEnd {
  readonly id: string;
  readonly state: 'completed' | 'stopped';
}

/** A calibration that is ready to begin: everything was checked, nobody was asked. */
export interface CalibrateSession {
  readonly spec: CalibrationSpec;
  /** In the order they were named. */
  readonly decks: readonly CalibratedDeck[];
  /** In the order of `spec.judges`. */
  readonly judges: readonly PlannedJudge[];
  /** `conversations`: samples, each counted once a deck; `judgeCalls`: answers there are to be, also those recorded. */
  readonly plan: GradingPlan;
  /** The stopped calibration that is gone on with, and how many answers it has. */
  readonly goesOnWith?: { readonly id: string; readonly done: number };
  readonly warnings: readonly Problem[];
  /** What people should know of the samples and cannot mend, a sentence each. */
  readonly notes: readonly string[];
  /** Of all decks and sources, each once. */
  readonly skipped: readonly SkippedSample[];
  readonly store: Store;
  readonly control: JobControl;
  readonly budget: Budget;
  /** Which calls wait for a rate limit. */
  readonly waits: Pick<RateWaits, 'find'>;
  /** Judges that certificates know to have been tried on the test samples. */
  readonly knownUses: readonly TestSetUse[];
  /** Of what was asked since it was opened. */
  readonly cost: JudgingCost;
  /** How many answers the cache is expected to give. Nothing is called for it. */
  expectHits(): Promise<ExpectedHits>;
  /** Asks to the end, or until `control` stops it. */
  calibrate(observer: CalibrateObserver): Promise<CalibrateEnd>;
  close(): Promise<void>;
}

/** Reads and checks everything, opens store and judges. Throws a Fault before anybody is asked. */
export async function openCalibrateSession(
  request: CalibrateRequest,
  clock: Clock = systemClock,
): Promise<CalibrateSession> {
  const { cwd = process.cwd(), env = process.env } = request;
  const place = { path: request.db, cwd, file: request.decks[0] };
  const hasOtherSamples = (request.samples ?? []).length > 0;
  const strict = !hasOtherSamples && request.strict === true;
  const root = findStoreRoot(place);
  const isRubric = request.rubric === true;
  const isAlone = isRubric && request.decks.length === 0;
  const decks = [
    ...(isAlone ? [] : readDecks(request.decks, { cwd, root, strict, hasOtherSamples })),
    ...(isRubric ? [readRubricDeck({ root, cwd })] : []),
  ];
  const asked = findTargets(decks, request, cwd);
  const warnings: Problem[] = [];
  const store = await openStore({ ...place, clock, onMadePrivate: (warning) => void warnings.push(warning) });
  try {
    const around = { cwd, env, clock, store };
    const opened = await openCalibration(asked, request, around);
    return await openSession(request, { ...opened, warnings: [...warnings, ...opened.warnings] }, around);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openSession(
  request: CalibrateRequest,
  opened: OpenedCalibration,
  around: Surroundings,
): Promise<CalibrateSession> {
  const { store } = around;
  const { decks, judges, spec, plan, warnings, knownUses } = opened;
  checkBudget(request, { spec: { targets: judges.map(({ target }) => ({ spec: target })) } });
  checkRecord(request, opened, around.cwd);
  const stopped = await findStopped(spec, around);
  const { control, budget, targets, close } = await openCalls(request, {
    ...around,
    called: listCalled(judges),
    isCached: request.cache !== false,
  });
  const tally = new JudgingTally();
  return {
    spec,
    decks,
    judges,
    plan,
    ...(stopped === undefined ? {} : { goesOnWith: { id: stopped.id, done: stopped.recorded } }),
    warnings,
    notes: withoutTwins(decks.flatMap(({ notes }) => notes)),
    skipped: withoutTwins(decks.flatMap(({ skipped }) => skipped)),
    store,
    control,
    budget,
    waits: targets.waits,
    knownUses,
    get cost() {
      return tally.toCost(budget);
    },
    expectHits: () => expectHits(opened, { ...around, targets }),
    calibrate: (observer) => calibrate(request, opened, { ...around, control, targets, tally, observer }),
    async close() {
      await close();
      await store.close();
    },
  };
}

/** Opening a cassette may cut off the last line of what it writes to. */
function checkRecord(
  { record, db, samples = [] }: CalibrateRequest,
  { decks, judges }: OpenedCalibration,
  cwd: string,
) {
  if (record === undefined) return;
  const targetsFiles = judges.flatMap(({ source }) => source.targetsFile?.path ?? []);
  const read = [...decks.flatMap(({ deck }) => deck.files), ...targetsFiles, ...samples];
  assertNotProtected(record, { cwd, store: findStorePath({ path: db, cwd, file: decks[0]?.path }), read });
}

/** The calibration that would be gone on with. Throws when it was not stopped: somebody asks the same now. */
async function findStopped(
  { hash }: CalibrationSpec,
  { store, clock }: Surroundings,
): Promise<CalibrationRecord | undefined> {
  return store.calibrations.findOpen(hash, openExpiryTest(clock));
}

function listCalled(judges: readonly PlannedJudge[]): ReadonlyMap<TargetSource, ReadonlySet<string>> {
  const called = new Map<TargetSource, Set<string>>();
  for (const { source, target } of judges) called.set(source, (called.get(source) ?? new Set()).add(target.id));
  return called;
}

/** Asks the cache alone what the judges would say. */
async function expectHits(
  { judges, spec }: OpenedCalibration,
  { clock, targets }: Surroundings & { readonly targets: TargetSet },
): Promise<ExpectedHits> {
  const cacheOnly = targets.toCacheOnly(listCalled(judges));
  if (cacheOnly === undefined) return noHits;
  const counter = new HitCounter();
  const judged: CalibrateObserver['judged'] = ({ judgment }) => {
    counter.addTask();
    counter.addCall(judgment?.call);
  };
  const asked = judges.map((judge) => toAsked(judge, cacheOnly));
  const writer = { has: () => false, record: async () => {} };
  const { control } = counter;
  await calibrateSamples({ judges: asked, spec, writer, clock, control, observer: { judged } }, 1);
  return counter.toHits();
}

interface CalibrateAround extends Surroundings {
  readonly control: JobControl;
  readonly targets: TargetSet;
  readonly tally: JudgingTally;
  readonly observer: CalibrateObserver;
}

async function calibrate(
  request: CalibrateRequest,
  { judges, samples, spec, plan, knownUses }: OpenedCalibration,
  { store, clock, control, targets, tally, observer }: CalibrateAround,
): Promise<CalibrateEnd> {
  const [newest] = await store.calibrations.list({ limit: 1 });
  const expected = plan.judgeCalls;
  const at = new Date(clock.now()).toISOString();
  // Samples of the tune split may become test samples later.
  const testSetUses = [...knownUses, ...listOwnUses(judges, at)];
  const begun = { id: toRunId(clock, newest?.id), spec, samples, expected, testSetUses, owner: toLeaseOwner(clock) };
  const writer = await store.calibrations.begin(begun, openExpiryTest(clock));
  const heart = startHeart(writer, control);
  let left = expected - ((await store.calibrations.find(writer.id))?.recorded ?? 0);
  const judged: CalibrateObserver['judged'] = (result) => {
    left -= 1;
    tally.add(result);
    observer.judged?.(result);
  };
  let state: CalibrateEnd['state'] = 'stopped';
  try {
    const asked = judges.map((judge) => toAsked(judge, targets));
    const context = { judges: asked, spec, writer, clock, control, observer: { judged } };
    await calibrateSamples(context, request.concurrency ?? defaultConcurrency);
    // One that was stopped while its last answers came is at its end all the same.
    if ((!control.isStopping && control.unreachable.length === 0) || left <= 0) state = 'completed';
  } finally {
    heart.stop();
    await writer.close(state);
  }
  heart.assertHeld();
  return { id: writer.id, state };
}

function toAsked({ deck, target, source }: PlannedJudge, targets: TargetSet): AskedJudge {
  return {
    ...toSampled(deck, target),
    name: deck.name,
    deckHash: deck.deckHash,
    lane: toTargetKey(source, target.id),
    openTarget: () => targets.get(source, target.id),
  };
}
