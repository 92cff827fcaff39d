import { type Clock, systemClock } from '../base/clock.ts';
import type { Problem } from '../base/fault.ts';
import type { RunCounts } from '../conversation/run-record.ts';
import type { RunSpec } from '../conversation/run-spec.ts';
import { Budget } from '../run/budget.ts';
import { beatMs } from '../run/holder.ts';
import type { RunPlan } from '../run/plan.ts';
import { runCases } from '../run/run-cases.ts';
import type { RunContext, RunObserver } from '../run/run-context.ts';
import { RunControl } from '../run/run-control.ts';
import type { RunWriter, Store } from '../store/port.ts';
import { checkBudget } from './check-budget.ts';
import { openGraderKit } from './grader-kit.ts';
import { getStore, openStore } from './open-store.ts';
import { type OpenedRun, openNewRun, openOldRun, type Surroundings } from './opened-run.ts';
import { openRecorder } from './recorder.ts';
import type { RunEvalOptions } from './run-request.ts';
import { TargetSet } from './target-set.ts';

export const defaultConcurrency = 10;
export const defaultMaxReplies = 500;

/** A run that is ready to be played: everything was checked, nothing was called. */
export interface RunSession {
  readonly run: string;
  readonly store: Store;
  readonly control: RunControl;
  readonly budget: Budget;
  readonly spec: RunSpec;
  /** Absent when a run is resumed whose files are unchanged: it was planned before. */
  readonly plan?: RunPlan;
  /** What was done before this session. */
  readonly before: RunCounts;
  /** Conversations in error that are played again; not among `before`. */
  readonly retried: number;
  readonly isResumed: boolean;
  readonly warnings: readonly Problem[];
  /** Plays to the end, or until `control` stops it. */
  play(observer: RunObserver): Promise<'ended' | 'interrupted'>;
  close(): Promise<void>;
}

/** Opens the store, reads and checks everything, opens the targets. Throws a Fault before anything is called. */
export async function openRunSession(request: RunEvalOptions, clock: Clock = systemClock): Promise<RunSession> {
  const { cwd = process.cwd(), env = process.env, store: path } = request;
  const isOld = request.resume !== undefined || request.retryErrors === true;
  const place = { path, cwd, file: request.files?.[0], clock };
  const store = await (isOld ? getStore(place) : openStore(place));
  try {
    const around = { cwd, env, clock, store };
    const opened = await (isOld ? openOldRun(request, around) : openNewRun(request, around));
    checkBudget(request, opened);
    return await openSession(request, opened, around);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openSession(request: RunEvalOptions, opened: OpenedRun, around: Surroundings): Promise<RunSession> {
  const { store } = around;
  const control = new RunControl();
  const { budgetUsd: usd, maxCalls: calls } = request;
  const limits = { ...(usd === undefined ? {} : { usd }), ...(calls === undefined ? {} : { calls }) };
  const budget = new Budget(limits, control);
  const recorder = await openRecorder(request.record, around.cwd);
  const targets = openTargets(request, opened, { ...around, budget, record: recorder?.wrap });
  await targets.openAll(opened.called);
  const { id, spec, plan, before, retried, isResumed, warnings } = opened;
  return {
    ...{ run: id, store, control, budget, spec, before, retried, isResumed, warnings },
    ...(plan === undefined ? {} : { plan }),
    play: (observer) => play(request, opened, { ...around, control, targets, observer }),
    async close() {
      await targets.close();
      await recorder?.close();
      await store.close();
    },
  };
}

function openTargets(
  request: RunEvalOptions,
  { spec }: OpenedRun,
  around: Surroundings & {
    readonly budget: Budget;
    readonly record: NonNullable<Awaited<ReturnType<typeof openRecorder>>>['wrap'] | undefined;
  },
): TargetSet {
  const { cwd, env, clock, store, budget, record } = around;
  return new TargetSet({
    ...{ cwd, env, clock, budget, concurrency: request.concurrency ?? defaultConcurrency },
    ...((request.cache ?? spec.options.cache) === false ? {} : { cache: store.cache }),
    ...(request.timeoutSeconds === undefined ? {} : { timeoutSeconds: request.timeoutSeconds }),
    ...(spec.options.seed === undefined ? {} : { seed: spec.options.seed }),
    ...(record === undefined ? {} : { record }),
  });
}

interface PlayAround extends Surroundings {
  readonly control: RunControl;
  readonly targets: TargetSet;
  readonly observer: RunObserver;
}

async function play(request: RunEvalOptions, opened: OpenedRun, around: PlayAround): Promise<'ended' | 'interrupted'> {
  const { control, clock, store, targets, observer } = around;
  const { writer, progress } = await opened.hold();
  const heart = startHeart(writer, control);
  const { options, conversationsPerCase } = opened.spec;
  const context: RunContext = {
    ...{ sources: opened.sources, choice: options, repeat: options.repeat, writer, control, observer, clock },
    store: store.runs,
    openTarget: (source, id) => targets.get(source, id),
    kit: await openGraderKit(options.judge),
    limits: toLimits(request),
  };
  let state: 'ended' | 'interrupted' = 'interrupted';
  try {
    await runCases(context, {
      ...{ concurrency: request.concurrency ?? defaultConcurrency, selection: options, progress },
      ...(conversationsPerCase === undefined ? {} : { conversationsPerCase }),
    });
    if (!control.isDraining) state = 'ended';
  } finally {
    heart.stop();
    await writer.close(state);
  }
  heart.assertHeld();
  return state;
}

function toLimits({ maxTurns: turns = defaultMaxReplies, maxTokens: tokens, maxSeconds }: RunEvalOptions) {
  return {
    turns,
    ...(tokens === undefined ? {} : { tokens }),
    ...(maxSeconds === undefined ? {} : { timeMs: 1000 * maxSeconds }),
  };
}

/** Says that this process is alive. When somebody else took the run over, nothing more is played. */
function startHeart(writer: RunWriter, control: RunControl) {
  let lost: { readonly error: unknown } | undefined;
  const timer = setInterval(() => {
    writer.beat().catch((error: unknown) => {
      lost ??= { error };
      control.abort();
    });
  }, beatMs);
  timer.unref();
  return {
    stop: () => clearInterval(timer),
    assertHeld: () => {
      if (lost !== undefined) throw lost.error;
    },
  };
}
