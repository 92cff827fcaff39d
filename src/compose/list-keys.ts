import { findKeyName, type TargetSpec } from '../conversation/target-spec.ts';
import { listKeyValues } from '../files/project/read-env.ts';
import { isSecretVariable } from './secret-name.ts';

/** In front of the key of a header. */
const scheme = /^(?:bearer|basic|token|digest|api-?key|key)\s+/i;

type Values = Readonly<Record<string, string | undefined>>;

/**
 * Keys and passwords that a target may repeat in a reply: of the environment, those whose name says so, and addresses
 * with a password; of its own headers and variables, also those that may be one; the key it is called with. With its
 * variables filled in.
 */
export function listKeys(spec: TargetSpec, env: Values): readonly string[] {
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
