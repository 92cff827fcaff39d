import { isPlainObject } from '../../base/plain-object.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import type { Environment } from '../project/read-env.ts';

const variable = /\$\$\{|\$\{([A-Za-z_]\w*)\}/g;

/** Whether a text uses an environment variable. */
export function hasVariable(text: string): boolean {
  return [...text.matchAll(variable)].some(([, name]) => name !== undefined);
}

interface Expanded<T> {
  readonly spec: T;
  /** Unset variables, each once. Their `${NAME}` stays as written. */
  readonly missing: readonly string[];
}

/**
 * Replaces `${NAME}` in every text of a target, but not in keys. `$${` is a literal `${`. Values are not expanded
 * again. It applies only to targets, never to messages.
 */
export function expandEnvironment<T extends TargetSpec>(spec: T, env: Environment): Expanded<T> {
  const missing = new Set<string>();
  const expandText = (text: string) =>
    text.replaceAll(variable, (written, name: string | undefined) => {
      if (name === undefined) return '${';
      const value = Object.hasOwn(env, name) ? env[name] : undefined;
      if (value === undefined) missing.add(name);
      return value ?? written;
    });
  const expand = (value: unknown): unknown => {
    if (typeof value === 'string') return expandText(value);
    if (Array.isArray(value)) return value.map(expand);
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expand(inner)]));
  };
  // Texts stay texts, lists stay lists, and enum values contain no "${", so the type is the same.
  return { spec: expand(spec) as T, missing: [...missing] };
}

/** The unset variables of a target: its `${NAME}`s, and its key, which must not be empty. */
export function listMissingVariables(spec: TargetSpec, env: Environment): readonly string[] {
  const { missing } = expandEnvironment(spec, env);
  const keyName = 'api_key_env' in spec ? spec.api_key_env : undefined;
  const isKeyMissing = keyName !== undefined && (!Object.hasOwn(env, keyName) || !env[keyName]);
  return isKeyMissing && !missing.includes(keyName) ? [...missing, keyName] : missing;
}
