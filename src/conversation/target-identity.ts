import { hashJson } from '../base/hash.ts';
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
