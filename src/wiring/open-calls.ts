import { resolve } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { definedOnly } from '../base/defined-only.ts';
import type { TargetSource } from '../files/targets/read-targets.ts';
import { Budget } from '../job/budget.ts';
import type { CallOptions } from '../job/call-options.ts';
import { JobControl } from '../job/control.ts';
import { type CallsInput, defaultConcurrency, type JobCalls } from '../job/run-job.ts';
import type { ReplyCache } from '../target/caching.ts';
import type { Target } from '../target/port.ts';
import { TargetSet } from './target-set.ts';

interface CallsPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly cache: ReplyCache;
}

/** Opens every target that will be called. Throws a Fault when one cannot be opened, before anything is called. */
export async function openCalls(
  { budgetUsd, maxCalls, record: cassette, concurrency = defaultConcurrency, timeoutSeconds }: CallOptions,
  { called, isCached, seed, spent }: CallsInput<TargetSource>,
  { cache, ...place }: CallsPlace,
): Promise<JobCalls<TargetSource>> {
  const control = new JobControl();
  const budget = new Budget(definedOnly({ usd: budgetUsd, calls: maxCalls }), control, spent);
  const recorder = await openRecorder(cassette, place.cwd);
  const targets = new TargetSet({
    ...{ ...place, budget, control, concurrency },
    ...definedOnly({ cache: isCached ? cache : undefined, timeoutSeconds, seed, record: recorder?.wrap }),
  });
  const close = async () => {
    await targets.close();
    await recorder?.close();
  };
  try {
    await targets.openAll(called);
  } catch (error) {
    await close();
    throw error;
  }
  return { control, budget, targets, close };
}

interface CallRecorder {
  readonly wrap: (target: Target) => Target;
  close(): Promise<void>;
}

/** Writes every call to a cassette, when one is named. */
async function openRecorder(path: string | undefined, cwd: string): Promise<CallRecorder | undefined> {
  if (path === undefined) return undefined;
  const { openCassette, recording } = await import('../target/recording.ts');
  const cassette = await openCassette(resolve(cwd, path));
  return { wrap: (target) => recording(target, cassette), close: () => cassette.close() };
}
