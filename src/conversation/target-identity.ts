import { hashJson } from '../base/hash.ts';
import { isSentHistory } from './request-template.ts';
import type { TargetSpec } from './target-spec.ts';

/** Keys that change no reply, or that hold secrets and are no part of what is asked. */
const leftOut: ReadonlySet<string> = new Set([
  ...['id', 'send', 'limits', 'price', 'cache', 'timeout'],
  ...['api_key_env', 'headers', 'env', 'files'],
]);

/** What tells the replies of one target from those of another: provider, address, model, settings, version. */
export function toTargetIdentity(spec: TargetSpec): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(spec).filter(([key]) => !leftOut.has(key)));
}

/**
 * Tells whether a judge is still the one that was measured. `files`: hashes of what it is made of. What a program gets
 * as `env`, or a service as `headers`, can make it another judge: the caller leaves out what is secret.
 */
export function toSettingsHash(spec: TargetSpec, files: readonly string[] = []): string {
  const made = files.length === 0 ? {} : { files };
  const told = { env: 'env' in spec ? spec.env : undefined, headers: 'headers' in spec ? spec.headers : undefined };
  return hashJson({ ...toTargetIdentity(spec), ...told, ...made });
}

/**
 * Whether replies of a target are cached. A hosted model: unless it says `cache: false`. What you run yourself can change
 * behind the same address, and a cache would hide that: a model behind a `base_url` needs `cache: true`, a command or
 * http service a `version` as well.
 */
export function isCacheable(spec: TargetSpec): boolean {
  if (explainUncached(spec) !== undefined) return false;
  return spec.cache ?? ('model' in spec && !('base_url' in spec && spec.base_url !== undefined));
}

/** Why `cache: true` alone changes nothing for a target, and what to do about it; undefined: it does. */
export function explainUncached(spec: TargetSpec): string | undefined {
  if (spec.provider === 'builtin' || spec.provider === 'replay') return 'Calls to it are free. Remove `cache`.';
  if (spec.provider !== 'command' && spec.provider !== 'http') return undefined;
  if (!isSentHistory(spec)) {
    return 'It gets only the last user message and keeps its own history, so it needs every turn. Remove `cache`.';
  }
  return spec.version === undefined ? 'Add a `version`, and change it whenever the program changes.' : undefined;
}
