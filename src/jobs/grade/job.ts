import { type Clock, systemClock } from '../../base/clock.ts';
import type { Problem } from '../../base/fault.ts';
import type { CaseStatus } from '../../conversation/verdict.ts';
import { isJudge } from '../../grade/case-graders.ts';
import type { Budget } from '../../job/budget.ts';
import { checkBudget } from '../../job/check-budget.ts';
import type { JobControl } from '../../job/control.ts';
import { type ExpectedHits, HitCounter, noHits, nullGradingWriter } from '../../job/expected-hits.ts';
import { getRun } from '../../job/find-run.ts';
import { startHeart, toLeaseOwner } from '../../job/lease.ts';
import { type GraderKitParts, openGraderKits } from '../../judges/grader-kits.ts';
import type { GradingPlan } from '../../judges/judging-plan.ts';
import type { JudgeNote } from '../../report/certificate-notes.ts';
import { toCalledTargets, toTargetSource } from '../../samples/eval-sources.ts';
import { openExpiryTest } from '../../store/leases/lease-owner.ts';
import type { RunRecord, Store, StoredGrading } from '../../store/port.ts';
import type { RateWaits } from '../../target/rate-waits.ts';
import { checkRecord, defaultConcurrency, openCalls } from '../../wiring/open-calls.ts';
import { getStore } from '../../wiring/open-store.ts';
import type { TargetSet } from '../../wiring/target-set.ts';
import type { Surroundings } from '../run/opened-run.ts';
import { type GradeContext, type GradeEnd, type GradeObserver, gradeRun } from './execute.ts';
import { type OpenedGrading, openGrading } from './opened-grading.ts';
import type { GradeSessionRequest } from './options.ts';

/** A later grading of a run that is ready to begin: everything was checked, nobody was asked. */
export interface GradeSession {
  readonly run: string;
  readonly record: RunRecord;
  readonly store: Store;
  readonly control: JobControl;
  readonly budget: Budget;
  /** Which calls wait for a rate limit. */
  readonly waits: Pick<RateWaits, 'find'>;
  readonly plan: GradingPlan;
  /** The stopped grading that is gone on with, and how many conversations it has graded. */
  readonly goesOnWith?: { readonly number: number; readonly done: number };
  /** The grading that counted until now; 0: as played. */
  readonly base: number;
  /** Statuses by that grading of the conversations that are graded, by number. */
  readonly before: ReadonlyMap<number, CaseStatus>;
  readonly warnings: readonly Problem[];
  /** On the certificates of judges, a line each. */
  readonly notes: readonly JudgeNote[];
  /** How many judge replies the cache is expected to give. Nothing is called for it. */
  expectHits(): Promise<ExpectedHits>;
  /** Grades to the end, or until `control` stops it. */
  grade(observer: GradeObserver): Promise<GradeEnd>;
  close(): Promise<void>;
}

/** Opens the store, reads and checks everything, opens the judges. Throws a Fault before anybody is asked. */
export async function openGradeSession(
  run: string,
  request: GradeSessionRequest = {},
  clock: Clock = systemClock,
): Promise<GradeSession> {
  const { cwd = process.cwd(), env = process.env } = request;
  const warnings: Problem[] = [];
  const onMadePrivate = (warning: Problem) => void warnings.push(warning);
  const store = await getStore({ path: request.db, cwd, clock, onMadePrivate });
  try {
    const around = { cwd, env, clock, store };
    const opened = await openGrading(await getRun(store.runs, run), request, around);
    checkBudget(request, { spec: { targets: opened.survey.judges.specs.map((spec) => ({ spec })) } });
    return await openSession(request, { ...opened, warnings: [...warnings, ...opened.warnings] }, around);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openSession(
  request: GradeSessionRequest,
  opened: OpenedGrading,
  around: Surroundings,
): Promise<GradeSession> {
  const { store } = around;
  const { record, plan, prepared, warnings, notes, survey, spec } = opened;
  const stopped = await findStopped(opened, around);
  checkRecord(request.record, record.spec, { path: request.db, cwd: around.cwd });
  const { control, budget, targets, close } = await openCalls(request, {
    ...around,
    called: toCalledTargets(survey.judges.called),
    isCached: request.cache !== false,
    seed: record.spec.options.seed,
    spent: request.again?.spent,
  });
  return {
    run: record.id,
    record,
    store,
    control,
    budget,
    waits: targets.waits,
    plan,
    ...(stopped === undefined ? {} : { goesOnWith: { number: stopped.number, done: countAll(stopped.counts) } }),
    base: spec.base ?? 0,
    before: prepared.before,
    warnings,
    notes,
    expectHits: () => expectHits(opened, { ...around, control, targets, request }),
    grade: (observer) => grade(request, opened, { ...around, control, targets, observer }),
    async close() {
      await close();
      await store.close();
    },
  };
}

/** The grading that would be gone on with. Throws when it was not stopped: somebody grades the same now. */
async function findStopped(
  { record, spec }: OpenedGrading,
  { store, clock }: Surroundings,
): Promise<StoredGrading | undefined> {
  return store.runs.findOpenGrading(record.id, spec, openExpiryTest(clock));
}

interface CallsAround extends Surroundings {
  readonly control: JobControl;
  readonly targets: TargetSet;
}

interface GradeAround extends CallsAround {
  readonly observer: GradeObserver;
}

/** Asks the cache alone what the judges would say. Checks are left out: they ask no judge, and may run programs. */
async function expectHits(
  opened: OpenedGrading,
  { request, ...around }: CallsAround & { readonly request: GradeSessionRequest },
): Promise<ExpectedHits> {
  const targets = around.targets.toCacheOnly(toCalledTargets(opened.survey.judges.called));
  if (targets === undefined) return noHits;
  const { prepared } = opened;
  const counter = new HitCounter();
  const { control } = counter;
  const graded: GradeObserver['graded'] = (_conversation, { judgments }) => {
    counter.addTask();
    for (const { call } of judgments) counter.addCall(call);
  };
  const writer = nullGradingWriter;
  const context = toGradeContext(request, opened, { ...around, control, targets, writer, observer: { graded } });
  const gradersOf: GradeContext['gradersOf'] = (evalCase) => context.gradersOf(evalCase).filter(isJudge);
  await gradeRun(prepared.tasks(), { ...context, gradersOf }, 1);
  return counter.toHits();
}

function toGradeContext(
  request: GradeSessionRequest,
  { record, prepared, judge, decks }: OpenedGrading,
  around: GradeAround & Pick<GradeContext, 'writer'>,
): GradeContext {
  const { writer, targets, clock, control, observer } = around;
  const openTarget: GraderKitParts['openTarget'] = (source, id) => targets.get(toTargetSource(source), id);
  return {
    writer,
    gradersOf: prepared.gradersOf,
    ...(prepared.selected === undefined ? {} : { selected: prepared.selected }),
    kitOf: openGraderKits({ ...around, judge, decks, openTarget }),
    ...(request.again === undefined ? {} : { repeatOf: (repeat) => repeat + record.spec.options.repeat }),
    clock,
    control,
    observer,
  };
}

async function grade(request: GradeSessionRequest, opened: OpenedGrading, around: GradeAround): Promise<GradeEnd> {
  const { store, clock, control, observer } = around;
  const { record, spec, prepared } = opened;
  const writer = await store.runs.grade(record.id, { spec, owner: toLeaseOwner(clock) }, openExpiryTest(clock));
  const heart = startHeart(writer, control);
  let left = prepared.before.size - writer.graded.size;
  const counted: GradeObserver = {
    graded: (...graded) => {
      left -= 1;
      observer.graded?.(...graded);
    },
  };
  const context = toGradeContext(request, opened, { ...around, writer, observer: counted });
  let state: GradeEnd['state'] = 'stopped';
  try {
    await gradeRun(prepared.tasks(), context, request.concurrency ?? defaultConcurrency);
    // One that was stopped while its last conversations ended is at its end all the same.
    if ((!control.isStopping && control.unreachable.length === 0) || left <= 0) state = 'completed';
  } finally {
    heart.stop();
    // A grading that never ends never counts.
    await writer.close(request.again === undefined ? state : 'stopped');
  }
  heart.assertHeld();
  return { number: writer.number, state };
}

function countAll(counts: object): number {
  return Object.values(counts).reduce((sum: number, count: number) => sum + count, 0);
}
