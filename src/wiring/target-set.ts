import { resolve } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { definedOnly } from '../base/defined-only.ts';
import { Fault, type Problem, toError } from '../base/fault.ts';
import { isCacheable, isSentHistory, toTargetIdentity } from '../conversation/target-request.ts';
import { findKeyName, type TargetSpec } from '../conversation/target-spec.ts';
import {
  expandEnvironment,
  isSecretVariable,
  listKeyValues,
  listSecretValues,
  readEnvironment,
} from '../files/project/environment.ts';
import { findNestedProblem } from '../files/targets/nested-shell.ts';
import { type CalledTargets, type TargetSource, toTargetKey, toTargetsFolder } from '../files/targets/read-targets.ts';
import { breaking, ConnectionBreaker } from '../job/breaker.ts';
import { type Budget, budgeting } from '../job/budget.ts';
import type { JobControl } from '../job/control.ts';
import { caching, type ReplyCache, toLooksAt } from '../target/caching.ts';
import { Limiter, limiting } from '../target/limiter.ts';
import type { Target } from '../target/port.ts';
import { findPrice, pricing } from '../target/prices.ts';
import { RateWaits } from '../target/rate-waits.ts';
import { redacting } from '../target/redacting.ts';
import { retrying } from '../target/retrying.ts';
import { timing } from '../target/timing.ts';

/** Seconds per call, if neither the target nor `--timeout` sets a limit. */
export const defaultTimeoutSeconds = 120;

interface TargetSetOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly concurrency: number;
  /** A random number from 0 up to 1, for the jitter of retry delays. */
  readonly random: () => number;
  readonly budget: Budget;
  /** Records which targets cannot be reached. */
  readonly control: JobControl;
  /** Absent: the cache is neither read nor written. */
  readonly cache?: ReplyCache;
  readonly timeoutSeconds?: number;
  readonly seed?: number;
  /** true: only the cache answers, see `toCacheOnly`. */
  readonly isCacheOnly?: boolean;
  /** For `--record`. The outermost wrapper, so that cached replies are recorded too. */
  readonly record?: (target: Target) => Target;
}

/** The targets of a job, each opened once with all its wrappers. */
export class TargetSet {
  readonly #options: TargetSetOptions;
  readonly #open = new Map<string, Promise<Target>>();
  /** The calls that wait for a rate limit. */
  readonly waits: RateWaits;

  constructor(options: TargetSetOptions) {
    this.#options = options;
    this.waits = new RateWaits(options.clock);
  }

  /** The target with this id in the targets file. */
  get(source: TargetSource, id: string): Promise<Target> {
    const key = toTargetKey(source, id);
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    const opened = this.#openTarget(source, id);
    this.#open.set(key, opened);
    return opened;
  }

  /**
   * The same targets without anything behind the cache. A request that is not cached gets an empty reply, which is not
   * stored. Undefined: none of the targets uses the cache.
   */
  toCacheOnly(called: CalledTargets): TargetSet | undefined {
    const { cache } = this.#options;
    const isCached = [...called].some(([source, ids]) => [...ids].some((id) => this.#isCached(source, id)));
    return cache !== undefined && isCached ? new TargetSet({ ...this.#options, isCacheOnly: true }) : undefined;
  }

  /**
   * Opens targets before the first call, so that a missing key is reported before anything is paid. Throws one Fault
   * for all problems.
   */
  async openAll(called: CalledTargets): Promise<void> {
    const problems: Problem[] = [];
    for (const [source, ids] of called) {
      for (const id of ids) {
        try {
          await this.get(source, id);
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
          problems.push(...error.problems.map((problem) => ({ ...source.targetsFile?.placeOf(id), ...problem })));
        }
      }
    }
    const [first, ...rest] = problems;
    if (first !== undefined) throw new Fault([first, ...rest]);
  }

  async close(): Promise<void> {
    for (const opened of this.#open.values()) {
      const target = await opened.catch(() => undefined);
      await target?.close?.();
    }
  }

  async #openTarget(source: TargetSource, id: string): Promise<Target> {
    const { clock, random, budget, control, record = (target) => target, concurrency } = this.#options;
    const { spec, env } = this.#expand(source, id);
    const folder = toTargetsFolder(source);
    const { root } = source;
    if (this.#options.isCacheOnly === true) return this.#cache(spec, toSilent(id));
    const secrets = listSecretValues(root, env);
    const timeoutSeconds = this.#options.timeoutSeconds ?? spec.timeout ?? defaultTimeoutSeconds;
    const place = { env, folder, root, cwd: this.#options.cwd, clock, secrets, timeoutSeconds };
    const adapter = redacting(await openAdapter(spec, place), { secrets, keys: listKeys(spec, env) });
    const timeoutMs = 1000 * timeoutSeconds;
    const limits = spec.limits ?? {};
    const limiter = new Limiter({ concurrency, ...definedOnly(limits), clock });
    const called = budgeting(pricing(timing(adapter, { timeoutMs, clock }), findPrice(spec)), budget);
    const breaker = new ConnectionBreaker(toTargetKey(source, id), control);
    const limited = limiting(breaking(called, breaker), limiter);
    this.waits.watch(limiter);
    const keepsConversation = !isSentHistory(spec);
    const retried = retrying(limited, {
      ...{ clock, random, keepsConversation },
      givenUp: breaker.signal,
      waits: this.waits,
    });
    return record(this.#cache(spec, retried));
  }

  #cache(spec: TargetSpec, target: Target): Target {
    const { cache, clock } = this.#options;
    if (cache === undefined || !isCacheable(spec)) return target;
    return caching(target, { cache, identity: toTargetIdentity(spec), looksAt: toLooksAt(spec), clock });
  }

  #isCached(source: TargetSource, id: string): boolean {
    const spec = source.specs.get(id);
    return spec !== undefined && isCacheable(spec);
  }

  #expand(source: TargetSource, id: string) {
    const written = source.specs.get(id);
    if (written === undefined) throw new Fault({ code: 'TARGET_UNKNOWN', message: `There is no target "${id}".` });
    const env = readEnvironment(source.root, this.#options.env);
    const { spec, missing } = expandEnvironment(this.#withSeed(written), env);
    const [first, ...rest] = missing.map((name) => missingVariable(name, id));
    if (first !== undefined) throw new Fault([first, ...rest]);
    // A variable may contain a shell too.
    const nested = findNestedProblem(spec);
    if (nested !== undefined) throw new Fault(nested);
    return { spec, env };
  }

  #withSeed(spec: TargetSpec): TargetSpec {
    const { seed } = this.#options;
    return seed !== undefined && isModel(spec) ? { ...spec, settings: { seed, ...spec.settings } } : spec;
  }
}

/** Replies with a placeholder that counts as cut off, so that it is neither stored nor graded. */
function toSilent(id: string): Target {
  const call = { latencyMs: 0, costUsd: null, finishReason: 'not-cached' };
  return { id, ask: async () => ({ text: 'Not cached.', call }) };
}

type ModelSpec = Extract<TargetSpec, { provider: 'openai' | 'anthropic' | 'google' | 'azure' | 'openai-compatible' }>;

function isModel(spec: TargetSpec): spec is ModelSpec {
  return !['command', 'http', 'replay', 'builtin'].includes(spec.provider);
}

function missingVariable(name: string, id: string): Problem {
  const message = `The environment variable ${name} of target "${id}" is not set.`;
  const hint = `Set it, or add ${name}=… to .env in the project root.`;
  return toError({ code: 'TARGETS_ENV_MISSING', message, hint, reading: 'targets YAML' });
}

/** The scheme before the key in a header. */
const scheme = /^(?:bearer|basic|token|digest|api-?key|key)\s+/i;

type Values = Readonly<Record<string, string | undefined>>;

/**
 * Keys and passwords that a target might repeat in a reply: variables of the environment with such a name, addresses
 * with a password, similar headers and variables of the target itself, and the key it is called with. The target has
 * its variables filled in.
 */
function listKeys(spec: TargetSpec, env: Values): readonly string[] {
  const headers = 'headers' in spec ? (spec.headers ?? {}) : {};
  const variables = 'env' in spec ? (spec.env ?? {}) : {};
  const keyName = findKeyName(spec);
  const values = [
    ...Object.entries(env).flatMap(([name, value]) => listKeyValues(name, value)),
    ...[headers, variables].flatMap((own) =>
      Object.entries(own).flatMap(([name, value]) => (isSecretVariable(name, value) ? [value] : [])),
    ),
    ...(keyName === undefined ? [] : [env[keyName]]),
  ].filter((value) => value !== undefined);
  return [...new Set(values.flatMap((value) => [value, value.replace(scheme, '')]))];
}

interface AdapterPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that paths of the target are relative to. */
  readonly folder: string;
  readonly root: string;
  readonly cwd: string;
  readonly clock: Clock;
  /** Secret values, which must never be recorded. */
  readonly secrets: readonly string[];
  readonly timeoutSeconds: number;
}

/** The only place that picks the adapter of a provider. It loads the code on use. */
async function openAdapter(spec: TargetSpec, place: AdapterPlace): Promise<Target> {
  const { env, folder, clock, secrets, timeoutSeconds } = place;
  if (spec.provider === 'builtin') {
    const { openBuiltinTarget } = await import('../target/builtin/open-builtin-target.ts');
    return openBuiltinTarget(spec, { clock });
  }
  if (spec.provider === 'command') {
    const { openCommandTarget } = await import('../target/command/open-command-target.ts');
    return openCommandTarget(spec, { env, folder, clock, secrets, healthcheckSeconds: timeoutSeconds });
  }
  if (spec.provider === 'http') {
    const { openHttpTarget } = await import('../target/http/open-http-target.ts');
    return openHttpTarget(spec, { clock, secrets });
  }
  if (spec.provider === 'replay') {
    const { openReplayTarget } = await import('../target/replay/open-replay-target.ts');
    return openReplayTarget(spec, { path: resolve(folder, spec.cassette), clock });
  }
  const { openChatTarget } = await import('../target/chat/open-chat-target.ts');
  return openChatTarget(spec, { env, clock, secrets });
}
