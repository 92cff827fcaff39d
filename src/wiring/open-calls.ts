import { resolve } from 'node:path';
import { definedOnly } from '../base/defined-only.ts';
import type { RunSpec } from '../conversation/run/run-spec.ts';
import type { CalledTargets } from '../files/targets/target-source.ts';
import { Budget, type Spent } from '../job/budget.ts';
import { JobControl } from '../job/control.ts';
import type { Surroundings } from '../jobs/run/opened-run.ts';
import type { RunEvalOptions } from '../jobs/run/options.ts';
import { listReadFiles } from '../judges/judge-certificates.ts';
import type { ReplyCache } from '../target/caching.ts';
import type { Target } from '../target/port.ts';
import { findStorePath, findStoreRoot, type StorePlace } from './open-store.ts';
import { assertNotProtected } from './protected-files.ts';
import { TargetSet } from './target-set.ts';

export const defaultConcurrency = 10;

/** How targets are called, as it was asked for. */
type CallRequest = Pick<RunEvalOptions, 'budgetUsd' | 'maxCalls' | 'record' | 'concurrency' | 'timeoutSeconds'>;

interface CallsInput extends Pick<Surroundings, 'cwd' | 'env' | 'clock'> {
  readonly store: { readonly cache: ReplyCache };
  /** The targets that will be called. */
  readonly called: CalledTargets;
  readonly isCached: boolean;
  readonly seed?: number | undefined;
  /** What was spent before, that the bounds hold for as well. */
  readonly spent?: Spent | undefined;
}

/** What a run or a grading calls with: its targets, what bounds them, and what stops them. */
export interface OpenedCalls {
  readonly control: JobControl;
  readonly budget: Budget;
  readonly targets: TargetSet;
  /** Closes the targets and the cassette. */
  close(): Promise<void>;
}

/** Opens every target that will be called. Throws a Fault when one cannot be, before anything is called. */
export async function openCalls(request: CallRequest, input: CallsInput): Promise<OpenedCalls> {
  const { cwd, env, clock, store, called, isCached, seed } = input;
  const control = new JobControl();
  const budget = new Budget(definedOnly({ usd: request.budgetUsd, calls: request.maxCalls }), control, input.spent);
  const recorder = await openRecorder(request.record, cwd);
  const targets = new TargetSet({
    cwd,
    env,
    clock,
    budget,
    control,
    random: Math.random,
    concurrency: request.concurrency ?? defaultConcurrency,
    ...definedOnly({
      cache: isCached ? store.cache : undefined,
      timeoutSeconds: request.timeoutSeconds,
      seed,
      record: recorder?.wrap,
    }),
  });
  await targets.openAll(called);
  return {
    control,
    budget,
    targets,
    async close() {
      await targets.close();
      await recorder?.close();
    },
  };
}

interface CallRecorder {
  readonly wrap: (target: Target) => Target;
  close(): Promise<void>;
}

/** Refuses a cassette that is the database, or a file that the run reads: opening it may cut off its last line. */
export function checkRecord(path: string | undefined, spec: RunSpec, place: Omit<StorePlace, 'clock'>): void {
  if (path === undefined) return;
  const read = listReadFiles(spec, findStoreRoot(place));
  assertNotProtected(path, { cwd: place.cwd, store: findStorePath(place), read });
}

/** Writes every call to a cassette, when one is named. */
async function openRecorder(path: string | undefined, cwd: string): Promise<CallRecorder | undefined> {
  if (path === undefined) return undefined;
  const { openCassette, recording } = await import('../target/recording.ts');
  const cassette = await openCassette(resolve(cwd, path));
  return { wrap: (target) => recording(target, cassette), close: () => cassette.close() };
}
