import { definedOnly } from '../base/defined-only.ts';
import { Budget, type Spent } from '../run/budget.ts';
import { RunControl } from '../run/run-control.ts';
import type { ReplyCache } from '../target/caching.ts';
import type { Surroundings } from './opened-run.ts';
import { openRecorder } from './recorder.ts';
import type { RunEvalOptions } from './run-request.ts';
import { TargetSet } from './target-set.ts';
import type { CalledTargets } from './target-source.ts';

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
  readonly control: RunControl;
  readonly budget: Budget;
  readonly targets: TargetSet;
  /** Closes the targets and the cassette. */
  close(): Promise<void>;
}

/** Opens every target that will be called. Throws a Fault when one cannot be, before anything is called. */
export async function openCalls(request: CallRequest, input: CallsInput): Promise<OpenedCalls> {
  const { cwd, env, clock, store, called, isCached, seed } = input;
  const control = new RunControl();
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
